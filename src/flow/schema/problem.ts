import { LostNumber } from '../../util/exactJson.ts';
import type { PathSegment } from '../template.ts';

/** A place in a value that does not fit its schema. */
export interface SchemaProblem {
  /** Names of properties and places in lists that lead to it; empty for the value itself. */
  readonly path: readonly PathSegment[];
  /** Keyword of the schema, or `cannotCheck` where the check was given up. */
  readonly keyword: string;
  /** What is expected and what was found, without the place. */
  readonly message: string;
  /** What the keyword holds in the schema. */
  readonly expected?: unknown;
  /** The property that is missing, where the value at `path` lacks one. */
  readonly missing?: string;
  /** Whether the name of the property at `path` is wrong, not its value. */
  readonly onKey?: boolean;
}

/** Why a schema cannot be used, or a check was given up. */
export class CannotCheck extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotCheck';
  }
}

const SHOWN_CHARACTERS = 60;
const SHOWN_VALUES = 6;

/** A value as a sentence names it: short JSON, or what kind of thing it is. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'object' && value !== null && !(value instanceof LostNumber)) return 'an object';
  // Of a long text no more is written than is shown.
  const shown = typeof value === 'string' ? value.slice(0, SHOWN_CHARACTERS) : value;
  const text = JSON.stringify(shown) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Values as a sentence lists them: `"a", "b" or "c"`, the first few of many. */
export function showList(values: readonly unknown[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map(value => {
    const text = JSON.stringify(value) as string | undefined;
    return text !== undefined && text.length <= SHOWN_CHARACTERS ? text : show(value);
  });
  if (values.length > shown.length) return `${shown.join(', ')} or ${values.length - shown.length} others`;
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}
