/** Words near which a number is a one-time passcode, as they begin, in several languages. */
const NEAR_WORDS =
  /(?:passcode|one[- ]time|\botp\b|\bpin\b|\bcode\b|\bcodes?\b|verif|2fa|two[- ]factor|authenti|sign[- ]?in|log[- ]?in|confirm|security|einmal|kennwort|bestätig|anmelde|sicherheits|código|codigo|contraseña|verifica|codice|accesso|vérif|connexion|sécurité|código de|senha|kod\b|koden|wachtwoord|verificatie|код|пароль|验证码|認証|確認|인증)/iu;
/** Words that say a number is something else. */
const OTHER_WORDS =
  /(?:order|invoice|ticket|account|customer|phone|tel\.?|call|ref(?:erence)?|parcel|tracking|room|flight|page|street|zip|postcode|bestell|rechnung|pedido|factura|commande|ordine|№|nr\.?|no\.|#)(?:\s*(?:number|nummer|no|nr|id)\.?)?\s*[:#.]?\s*$/iu;
const CURRENCY = /[$€£¥₹]|(?:usd|eur|gbp|chf)\b/iu;

/** A letter and hyphen in front as some senders have it, then 4 to 8 digits, perhaps in two groups. */
const CANDIDATE =
  /(?<![\w.,/+#-]|\d:)(?:[A-Z]{1,2}-)?(\d{4}[ -]\d{4}|\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,8})(?![\w%/]|[.,:-]\d)/gu;
/** Letters and digits mixed, as in `X7K9Q2`; they count only right after a word for a passcode. */
const MIXED = /(?<![\w-])(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])([A-Z0-9]{5,8})(?![\w-])/gu;

/** How far a word may be from its passcode, in characters. */
const NEAR = 60;

/**
 * Finds the one-time passcode in a message: its subject first, then its text. Gives it without spaces and
 * hyphens between digits, or undefined; years, prices, dates and numbers that are named otherwise do not count.
 */
export function findPasscode(...texts: readonly (string | null | undefined)[]): string | undefined {
  const whole = texts.filter(Boolean).join('\n');
  const isAbout = NEAR_WORDS.test(whole);
  if (!isAbout) return undefined;
  for (const text of texts) {
    const found = text ? bestIn(text) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Candidate {
  readonly code: string;
  readonly distance: number;
}

function bestIn(text: string): string | undefined {
  const digits = [...text.matchAll(CANDIDATE)].map(match => candidateOf(text, match, /[ -]/g));
  const mixed = [...text.matchAll(MIXED)].map(match => candidateOf(text, match, /^$/g));
  const candidates = [...digits, ...mixed].filter(one => one !== undefined);
  const [best] = candidates.toSorted((a, b) => a.distance - b.distance);
  if (best && best.distance <= NEAR) return best.code;
  // In a message about a passcode, one number of the usual length needs no word beside it.
  return candidates.find(({ code }) => /^\d{6}$/.test(code))?.code;
}

function candidateOf(text: string, match: RegExpExecArray, between: RegExp): Candidate | undefined {
  const [all, group = ''] = match;
  const start = match.index;
  const end = start + all.length;
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  const code = group.replaceAll(between, '');
  if (OTHER_WORDS.test(before)) return undefined;
  if (CURRENCY.test(before.slice(-5)) || /^\s?(?:[€$£¥₹]|(?:usd|eur|gbp|chf)\b)/iu.test(after))
    return undefined;
  const distance = distanceOf(before, after);
  const isYear = /^(?:19|20)\d\d$/.test(code);
  return isYear && !/(?:pin|code|otp)\W*(?:is\W*)?$/i.test(before) ? undefined : { code, distance };
}

// The last word in front counts fully; one behind may belong to something else.
function distanceOf(before: string, after: string): number {
  const words = new RegExp(NEAR_WORDS.source, 'giu');
  const ahead = [...before.matchAll(words)].at(-1);
  const behind = after.search(NEAR_WORDS);
  const front = ahead ? before.length - ahead.index - ahead[0].length : Infinity;
  return Math.min(front, behind < 0 ? Infinity : behind + 10);
}
