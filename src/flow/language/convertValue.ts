import { LostNumber } from '../../util/exactJson.ts';

/** No number needs more signs than this to be told from every other one. */
const MOST_SIGNS = 24;

/**
 * The JSON text of a value as another type of JSON Schema, where nothing is lost; undefined where that cannot be.
 * `written` is how a file writes the value, with every digit of a number.
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

/** The number that a decimal text names; undefined where a number cannot hold all of its digits. */
function exactNumber(text: string): number | undefined {
  if (text.length > MOST_SIGNS || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return String(number) === digits ? number : undefined;
}
