/** Pass-phrases of 15 characters and more that are guessed first: famous sentences, rows of keys, repetitions. */

const FAMOUS: ReadonlySet<string> = new Set([
  "correcthorsebatterystaple", "passwordpassword", "passwordpassword1", "thequickbrownfox", "thequickbrownfoxjumpsoverthelazydog",
  "maytheforcebewithyou", "tobeornottobe", "tobeornottobethatisthequestion", "iloveyouiloveyou", "letmeinletmein", "letmeinletmeinletmein",
  "qwertyuiopasdfgh", "qwertyuiopasdfghjkl", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfgh", "qwertzuiopasdfghjkl",
  "1qaz2wsx3edc4rfv", "1q2w3e4r5t6y7u8i", "1q2w3e4r5t6y7u8i9o0p", "zaq12wsxcde34rfv", "abcdefghijklmno", "abcdefghijklmnopqrstuvwxyz",
  "123456789012345", "1234567890123456", "12345678901234567890", "098765432109876", "itwasthebestoftimes", "onceuponatime",
  "onceuponatimeinaland", "winteriscomingsoon", "allyourbasearebelongtous", "hellodarknessmyoldfriend", "donttellanyone",
  "thisismypassword", "thisisapassword", "thisismypassphrase", "mysecretpassword", "mysecretpassphrase", "passwordispassword",
  "changemechangeme", "administratoradministrator", "welcomewelcome1", "sunshinesunshine", "monkeymonkeymonkey", "dragondragondragon",
]);

/** Whether everything is one short piece, over and over. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= 5; length++) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

export function isCommonPassphrase(passphrase: string): boolean {
  const letters = passphrase.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return FAMOUS.has(letters) || isRepetition(letters);
}
