import type { StringPool } from './stringPool.ts';

/** A value in a binary Android file. A reference is the ID of a resource. */
export type ResourceValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly number: number }
  | { readonly type: 'reference'; readonly id: number };

/** Values that are missing or of no use here are undefined. */
export function readResourceValue(
  kind: number,
  data: number,
  strings: StringPool,
): ResourceValue | undefined {
  switch (kind) {
    case Kind.text: {
      const text = strings.text(data);
      return text === undefined ? undefined : { type: 'text', text };
    }
    case Kind.decimal:
    case Kind.hexadecimal:
    case Kind.boolean:
      return { type: 'number', number: data };
    case Kind.reference:
    case Kind.dynamicReference:
      return { type: 'reference', id: data };
    default:
      return undefined;
  }
}

const Kind = {
  reference: 0x01,
  text: 0x03,
  dynamicReference: 0x07,
  decimal: 0x10,
  hexadecimal: 0x11,
  boolean: 0x12,
} as const;
