"""The kinds of papers that people keep: categories and types, in the order in which they are offered.

Labels are the client's: it translates the keys. Which type a document has is sealed; this list is the same
for all accounts and discloses nothing.
"""

from __future__ import annotations

from domain.kernel import Value


class Hints(Value, frozen=True, omit_defaults=True):
    """What a form for this type asks first: an expiry, usual years of validity, the name of its number."""

    expires: bool
    usual_years: int | None = None
    number_label: str | None = None


class FileType(Value, frozen=True):
    key: str
    category_key: str
    hints: Hints


class FileCategory(Value, frozen=True):
    key: str
    rank: int


_CATEGORIES = (
    "identity family property vehicle finance insurance legal tax health education travel employment "
    "company warranty other"
)

FILE_CATEGORIES = tuple(FileCategory(key, rank) for rank, key in enumerate(_CATEGORIES.split(), start=1))


def _lasting(category: str, *keys: str, number: str | None = None) -> tuple[FileType, ...]:
    return tuple(FileType(key, category, Hints(expires=False, number_label=number)) for key in keys)


def _expiring(category: str, key: str, years: int | None = None, number: str | None = None) -> FileType:
    return FileType(key, category, Hints(expires=True, usual_years=years, number_label=number))


FILE_TYPES: tuple[FileType, ...] = (
    _expiring("identity", "passport", 10, "passportNumber"),
    _expiring("identity", "idCard", 10, "idNumber"),
    _expiring("identity", "drivingLicence", 15, "licenceNumber"),
    _expiring("identity", "residencePermit", 5, "permitNumber"),
    *_lasting("identity", "birthCertificate", "citizenshipCertificate", number="certificateNumber"),
    *_lasting("identity", "socialSecurityCard", number="socialSecurityNumber"),
    *_lasting("identity", "nameChange"),
    *_lasting(
        "family", "marriageCertificate", "divorceDecree", "deathCertificate", number="certificateNumber"
    ),
    *_lasting("family", "adoptionPaper", "custodyAgreement", "prenuptialAgreement", "familyTree"),
    *_lasting("property", "deed", number="registerNumber"),
    _expiring("property", "lease", 3),
    *_lasting("property", "mortgage", number="loanNumber"),
    *_lasting("property", "floorPlan", "valuation", "buildingPermit", "propertySurvey", "keyRegister"),
    _expiring("property", "energyCertificate", 10, "certificateNumber"),
    *_lasting("vehicle", "vehicleTitle", number="vehicleIdentificationNumber"),
    _expiring("vehicle", "vehicleRegistration", 1, "plate"),
    _expiring("vehicle", "inspection", 2),
    *_lasting("vehicle", "serviceRecord", "purchaseContract"),
    _expiring("vehicle", "vesselLicence", 5, "licenceNumber"),
    _expiring("vehicle", "airworthinessCertificate", 1, "certificateNumber"),
    *_lasting("finance", "bankStatement", "brokerageStatement", number="accountNumber"),
    *_lasting("finance", "loanAgreement", number="loanNumber"),
    *_lasting(
        "finance", "shareCertificate", "investmentReport", "invoice", "receipt", number="documentNumber"
    ),
    _expiring("finance", "paymentCard", 4, "cardNumber"),
    _expiring("insurance", "insurancePolicy", 1, "policyNumber"),
    _expiring("insurance", "healthInsuranceCard", 5, "memberNumber"),
    _expiring("insurance", "travelInsurance", 1, "policyNumber"),
    *_lasting("insurance", "insuranceClaim", number="claimNumber"),
    *_lasting("legal", "will", "trustDeed", "powerOfAttorney", "courtDecision", "settlement"),
    _expiring("legal", "contract"),
    _expiring("legal", "nonDisclosureAgreement", 5),
    *_lasting("tax", "taxReturn", "taxAssessment", number="taxNumber"),
    *_lasting("tax", "payrollTaxStatement", "donationReceipt", "taxResidencyCertificate"),
    *_lasting("health", "vaccination", "medicalReport", "labResult"),
    _expiring("health", "prescription", 1),
    _expiring("health", "advanceDirective", 2),
    *_lasting("health", "allergyRecord", "petPassport"),
    *_lasting("education", "diploma", "transcript", number="certificateNumber"),
    _expiring("education", "studentCard", 1, "studentNumber"),
    _expiring("education", "professionalLicence", 5, "licenceNumber"),
    _expiring("travel", "visa", 5, "visaNumber"),
    *_lasting("travel", "ticket", "booking", number="bookingNumber"),
    _expiring("travel", "loyaltyCard", None, "memberNumber"),
    *_lasting("employment", "employmentContract", "payslip", "reference", "pensionStatement"),
    _expiring("employment", "workPermit", 2, "permitNumber"),
    *_lasting("company", "companyRegister", number="registerNumber"),
    *_lasting("company", "articles", "minutes", "shareholderList", "annualReport"),
    _expiring("company", "businessLicence", 5, "licenceNumber"),
    _expiring("company", "trademark", 10, "registrationNumber"),
    _expiring("warranty", "warranty", 2, "serialNumber"),
    *_lasting("warranty", "manual", "proofOfPurchase", number="serialNumber"),
    *_lasting("other", "letter", "photo", "note", "certificate", "other"),
)
