/** The type of an extracted field. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date';

const VALUES: Readonly<Record<FieldType, RegExp>> = {
  string: /[\p{L}\p{N}][^\s,;]*/u,
  number: /-?\d+(?:[.,]\d+)*/,
  boolean: /\b(yes|no|true|false|on|off)\b/i,
  date: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/,
};

/** Returns the first value of a type that follows a field's name in a text; null if there is none. */
export function extractField(text: string, name: string, type: FieldType): string | number | boolean | null {
  const start = findEndOfName(text, name);
  if (start === undefined) return null;
  const match = VALUES[type].exec(text.slice(start))?.[0];
  if (match === undefined) return null;
  switch (type) {
    case 'number':
      return Number(match.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
    case 'boolean':
      return /yes|true|on/i.test(match);
    case 'string':
    case 'date':
      return match.replace(/[.:]$/, '');
  }
}

// Matches the name as is, or with spaces between its words: `orderTotal` is also “order total”.
function findEndOfName(text: string, name: string): number | undefined {
  const spaced = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();
  const lower = text.toLowerCase();
  for (const form of [name.toLowerCase(), spaced]) {
    const at = lower.indexOf(form);
    if (at >= 0) return at + form.length;
  }
  return undefined;
}
