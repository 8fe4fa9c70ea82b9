import { LostNumber } from '../../util/exactJson.ts';
import type { PathSegment } from '../template.ts';
import { quote, SHOWN_CHARACTERS } from './cannotCheck.ts';

/** A violation of a schema by a part of a value. */
export interface SchemaProblem {
  /** Property names and list indexes that lead to it; empty for the value itself. */
  readonly path: readonly PathSegment[];
  /** The keyword of the schema, or `cannotCheck` if the check was given up. */
  readonly keyword: string;
  /** The expected and the actual value, without the path. */
  readonly message: string;
  /** The value of the keyword in the schema. */
  readonly expected?: unknown;
  /** The name of the property that the value at `path` lacks. */
  readonly missing?: string;
  /** True if the name of the property at `path` is wrong, not its value. */
  readonly onKey?: boolean;
}

const SHOWN_VALUES = 6;

/** Formats a value for messages: short JSON, or its type. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'object' && value !== null && !(value instanceof LostNumber)) return 'an object';
  if (typeof value === 'string') return quote(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Formats values for messages: `"a", "b", or "c"`, or the first few of many. */
export function showList(values: readonly unknown[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map(value => {
    const text = JSON.stringify(value) as string | undefined;
    return text !== undefined && text.length <= SHOWN_CHARACTERS ? text : show(value);
  });
  if (values.length > shown.length) return `${shown.join(', ')}, or ${values.length - shown.length} others`;
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${shown.join(', ')}${shown.length > 1 ? ',' : ''} or ${last}`;
}
