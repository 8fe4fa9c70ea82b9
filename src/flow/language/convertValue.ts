import { LostNumber } from '../../util/exactJson.ts';

/** The maximum length of a text that is converted to a number. */
const MAX_SIGNS = 24;

/**
 * Converts a value to another JSON Schema type without loss, and returns it as JSON; undefined if that is impossible.
 * `written` is the source text of the value, with every digit of a number.
 */
export function convertValue(value: unknown, written: string, wanted: unknown): string | undefined {
  for (const type of [wanted].flat()) {
    const converted = convertTo(value, written, type);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function convertTo(value: unknown, written: string, type: unknown): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' || value instanceof LostNumber
        ? JSON.stringify(written)
        : undefined;
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' ? exactNumber(value.trim()) : undefined;
      return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number?.toString();
    }
    case 'boolean': {
      const known: Readonly<Record<string, string>> = {
        true: 'true',
        yes: 'true',
        false: 'false',
        no: 'false',
      };
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      return Object.hasOwn(known, word) ? known[word] : undefined;
    }
    case 'array':
      return Array.isArray(value) || value === null ? undefined : `[${written}]`;
    case 'null':
      return value === '' || value === 'null' ? 'null' : undefined;
    default:
      return undefined;
  }
}

/** Parses a decimal; undefined if a number cannot represent all of its digits. */
function exactNumber(text: string): number | undefined {
  if (text.length > MAX_SIGNS || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return String(number) === digits ? number : undefined;
}
