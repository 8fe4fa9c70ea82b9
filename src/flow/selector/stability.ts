import { type Criteria, type Selector, shortId } from './selector.ts';

/** Returns the probability, from 0 to 1, that a selector still finds its element in another version of the app. */
export function stabilityOf({ within, near, index, ...criteria }: Selector): number {
  const surroundings =
    (within ? 0.85 * stabilityOfCriteria(within) : 1) * (near ? 0.7 * stabilityOfCriteria(near) : 1);
  return stabilityOfCriteria(criteria) * surroundings * (index === undefined ? 1 : 0.4);
}

// The most stable property counts least against a selector that needs several.
function stabilityOfCriteria({ resourceId, description, text, role }: Criteria): number {
  const values = [
    ...(resourceId === undefined ? [] : [stabilityOfId(resourceId)]),
    ...(description === undefined ? [] : [0.9 * stabilityOfText(description)]),
    ...(text === undefined ? [] : [0.85 * stabilityOfText(text)]),
  ];
  if (values.length === 0) return role === undefined ? 0 : 0.5;
  return values.reduce((product, value) => product * value, 1);
}

const GENERATED = [
  /^(?:0x)?[0-9a-f]{6,}$/i, // a number in an obfuscated build
  /[0-9a-f]{8}-?[0-9a-f]{4}-/i, // a UUID
  /\d{3,}/, // a counter or a record
  /[_.-]\d+$/, // the index of a list item
  /^_?[a-z]{1,2}\d*$/i, // shortened by a build tool
];

/** Returns the probability that a resource ID is not generated. */
function stabilityOfId(resourceId: string): number {
  const id = shortId(resourceId);
  return GENERATED.some(pattern => pattern.test(id)) ? 0.2 : 0.97;
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const CHANGING = [
  /\d{1,2}:\d{2}/, // a time
  /[$€£¥₹]\s?\d|\d\s?[$€£¥₹%]/, // a price or a share
  new RegExp(String.raw`\b(?:${MONTHS})\w*\.? \d|\d\.? (?:${MONTHS})`, 'i'), // a date
  /\b(?:ago|yesterday|today|tomorrow|just now)\b/i,
  /\d{3,}/,
];
const LONGEST_LABEL = 40;

/** Returns the probability that a text stays the same: labels do, but times, prices, counts, and contents do not. */
function stabilityOfText(text: string): number {
  if (CHANGING.some(pattern => pattern.test(text))) return 0.2;
  if (/\d/.test(text)) return 0.5;
  return text.length > LONGEST_LABEL || text.includes('\n') ? 0.5 : 1;
}
