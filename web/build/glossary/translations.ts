/** How each term of the glossary is said in the other languages: one way in each, wherever the English text has it. */
export const LANGUAGES = ["de", "fr", "es", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Translation {
  /** Finds the term in the English text. */
  english: RegExp;
  /** Finds its translation, in all its forms. */
  says: Readonly<Record<Language, RegExp>>;
  /** Messages that say it another way, and why. */
  except?: Readonly<Record<string, string>>;
}

const PERSONAL = "what a person signs in with, which German tells from the account of a family or firm";
const SHORT = "a short label in a row of steps";

export const TRANSLATIONS: readonly Translation[] = [
  {
    english: /\bapprov/i,
    says: { de: /freigeb|freigegeben|freigabe|\b(geben|gibt)\b[^.]*\bfrei\b/i, fr: /appro(uv|b)/i, es: /aprob|apru[eé]b/i, ar: /واف/ },
  },
  { english: /\bunlock/i, says: { de: /entsperr/i, fr: /déverrouill/i, es: /desbloque/i, ar: /قفل/ } },
  { english: /\bencrypt/i, says: { de: /verschlüssel/i, fr: /chiffr/i, es: /\bcifr/i, ar: /شف/ } },
  { english: /\barchiv/i, says: { de: /archiv/i, fr: /archiv/i, es: /archiv/i, ar: /رش/ } },
  { english: /\bfor good\b/i, says: { de: /endgültig/i, fr: /définitiv/i, es: /definitiv/i, ar: /نهائي/ } },
  { english: /\brestore/i, says: { de: /wiederher/i, fr: /restaur/i, es: /restaur/i, ar: /ستع|ستُع/ } },
  { english: /\b(?:in the|the) bin\b/i, says: { de: /Papierkorb/, fr: /corbeille/i, es: /papelera/i, ar: /سلة/ } },
  {
    english: /\broles?\b/i,
    says: { de: /roll/i, fr: /rôle/i, es: /\brol(es)?\b/i, ar: /دور|دوار/ },
    except: { "contacts.role": "what a person does for a living" },
  },
  { english: /\bverification code/i, says: { de: /Bestätigungscode/, fr: /code de vérification/i, es: /código de verificación/i, ar: /رمز (ال)?تحقق/ } },
  { english: /\bsafety code/i, says: { de: /Sicherheitscode/, fr: /codes? de sécurité/i, es: /códigos? de seguridad/i, ar: /رمز(ي|ا)? (ال)?أمان/ } },
  {
    english: /\brecovery key/i,
    says: {
      de: /Wiederherstellungsschlüssel/,
      fr: /clés? de récupération/i,
      es: /claves? de recuperación/i,
      ar: /(مفتاح|مفتاحًا|مفاتيح) (ال)?استرداد/,
    },
    except: { "welcome.step.recovery": SHORT },
  },
  { english: /\bkey record/i, says: { de: /Schlüsselverzeichnis/, fr: /registre des clés/i, es: /registro de claves/i, ar: /سجل المفاتيح/ } },
  { english: /\baudit log/i, says: { de: /Protokoll/, fr: /journal d’audit/i, es: /registro de auditoría/i, ar: /سجل التدقيق/ } },
  { english: /\bpasskey/i, says: { de: /Passkey/, fr: /clés? d’accès/i, es: /llaves? de acceso/i, ar: /(مفتاح|مفاتيح|مفتاحًا|مفتاحَي) (ال)?مرور/ } },
  { english: /\bpass-phrase/i, says: { de: /Passphrase/, fr: /phrases? secrètes?/i, es: /frases? de contraseña/i, ar: /عبار(ة|تا|ات) (ال)?مرور/ } },
  { english: /\bsecure link/i, says: { de: /sicheren? Link/i, fr: /lien sécurisé/i, es: /enlace seguro/i, ar: /(ال)?رابط(ك)? (ال)?آمن/ } },
  {
    english: /\baccounts?\b/i,
    says: { de: /kont(o|en)/i, fr: /compte/i, es: /cuenta/i, ar: /حساب/ },
    except: {
      "join.first": PERSONAL,
      "login.banned": PERSONAL,
      "login.register": PERSONAL,
      "register.create": PERSONAL,
      "register.known": PERSONAL,
      "register.title": PERSONAL,
    },
  },
  { english: /\bmembers?\b/i, says: { de: /Mitglied/, fr: /membre/i, es: /miembro/i, ar: /عضو|أعضاء/ } },
  { english: /\bdevices?\b/i, says: { de: /Gerät/, fr: /appareil/i, es: /dispositivo/i, ar: /جهاز|أجهز/ } },
  {
    english: /\bowners?\b/i,
    says: { de: /Inhaber/, fr: /propriétaire/i, es: /propieta|propiedad/i, ar: /مالك/ },
    except: { "profileField.owner": "whom a house or a car belongs to" },
  },
  { english: /\badministrator/i, says: { de: /Administrator/, fr: /administrateur/i, es: /administrador/i, ar: /مدير/ } },
  { english: /\bseats?\b/i, says: { de: /Pl[aä]tz/, fr: /place/i, es: /plaza/i, ar: /مقعد|مقاعد/ } },
  { english: /\bplans?\b/i, says: { de: /Tarif/, fr: /offre/i, es: /\bplan(es)?\b/i, ar: /خط[ةتط]/ } },
  { english: /\bnotifications?\b/i, says: { de: /Benachrichtigung/, fr: /notification/i, es: /notificaci/i, ar: /إشعار/ } },
  { english: /\bvouchers?\b/i, says: { de: /Gutschein/, fr: /promotionnel/i, es: /cupón/i, ar: /قسيمة/ } },
  { english: /\bvendors?\b/i, says: { de: /Dienstleister/, fr: /prestataire/i, es: /proveedor/i, ar: /مورّد/ } },
  { english: /\bprofiles?\b(?! sub-group)/i, says: { de: /Profil/, fr: /profil/i, es: /perfil/i, ar: /شخصي/ } },
  { english: /\bfilters?\b/i, says: { de: /Filter|filter/, fr: /filtr/i, es: /filtr/i, ar: /تصفية/ } },
  { english: /\bsub-topics?\b/i, says: { de: /Unterthem/, fr: /sous-sujet/i, es: /subtema/i, ar: /فرعي/ } },
  { english: /\bsub-groups?\b/i, says: { de: /Untergruppe/, fr: /sous-groupe/i, es: /subgrupo/i, ar: /فرعية/ } },
  { english: /\bauthenticator\b/i, says: { de: /Authenticator/, fr: /authentificateur/i, es: /autenticador/i, ar: /المصادقة/ } },
  { english: /\be-?mail/i, says: { de: /E-Mail/, fr: /e-mail/i, es: /corr/i, ar: /بريد|راسل/ } },
  { english: /\bsupport\b/i, says: { de: /Support/, fr: /support/i, es: /soporte/i, ar: /الدعم/ } },
];

/** Words that stood for one of these terms before, or address the reader in another way than the rest. */
export const NEVER: Readonly<Record<Language, RegExp>> = {
  de: /versiegel|(?<!E-)\bMails?\b|gemailt|\bLieferant|benutz|Historie|\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[rsmn]?)\b/,
  fr: /courriel|scell|assistance|sûreté|formule|\p{L}'\p{L}|(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})/iu,
  es: /\bsell(ad|ó|ar)|para siempre|frase de acceso|(?<!\p{L})(tú|tu|tus|tienes|puedes|necesitas|ti)(?!\p{L})/iu,
  ar: /ختوم|مرشّح|مصادِق|مفتاح الاستعادة|مشفر|باقة/,
};
