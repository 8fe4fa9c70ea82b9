import { counted } from '../../util/counted.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { isSecretName } from '../../util/secretNames.ts';
import { withoutSecrets } from '../../util/secrets.ts';
import { isObject } from '../../util/isObject.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { hideCodesIn } from '../../util/passcodes/hideCodesIn.ts';

/** A value in the output of a step, as a line of a tree. */
export interface OutputNode {
  /** The name of the property, or the number of the item from 1. */
  readonly name: string;
  /** The value as text; for an object or a list, how much it contains. */
  readonly value: string;
  readonly children: readonly OutputNode[];
}

/** The maximum depth of the tree of an output. */
export const MAX_OUTPUT_DEPTH = 6;
const LIMITS = { nodes: 300, text: 500 } as const;

/** Returns a copy of an output with dots in place of passcodes and of the values whose names suggest that they are secret. */
export function hideSecrets(output: unknown, passcodes: readonly string[] = []): unknown {
  return hideCodesIn(hideNamed(withoutSecrets(output)), new CodeHider(passcodes));
}

/**
 * Returns the members of an output as a tree of limited depth and size; an output without members is one line. Passcodes
 * of the run are hidden.
 */
export function outputTree(output: unknown, passcodes: readonly string[] = []): readonly OutputNode[] {
  if (output === undefined || output === null) return [];
  const left = { nodes: LIMITS.nodes };
  const hidden = hideSecrets(output, passcodes);
  return isCollection(hidden) ? childrenOf(hidden, 1, left) : [nodeOf('', hidden, 1, left)];
}

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

function isCollection(value: unknown): value is Collection {
  return Array.isArray(value) || isObject(value);
}

function childrenOf(value: Collection, depth: number, left: { nodes: number }): readonly OutputNode[] {
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [String(index + 1), item] as const)
    : Object.entries(value);
  const shown: OutputNode[] = [];
  for (const [name, member] of members) {
    if (left.nodes <= 0) {
      shown.push({ name: '…', value: `${members.length - shown.length} more`, children: [] });
      break;
    }
    shown.push(nodeOf(name, member, depth, left));
  }
  return shown;
}

function nodeOf(name: string, value: unknown, depth: number, left: { nodes: number }): OutputNode {
  left.nodes--;
  if (!isCollection(value)) return { name: shorten(name), value: textOf(value), children: [] };
  const count = Object.keys(value).length;
  const size = counted(count, Array.isArray(value) ? 'item' : 'field');
  const children = depth < MAX_OUTPUT_DEPTH ? childrenOf(value, depth + 1, left) : [];
  return { name: shorten(name), value: size, children };
}

function textOf(value: unknown): string {
  return shorten(typeof value === 'string' ? value : JSON.stringify(value));
}

function shorten(text: string): string {
  return text.length > LIMITS.text ? `${text.slice(0, LIMITS.text)}…` : text;
}

function hideNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideNamed);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isSecret =
      isSecretName(name) && !isCollection(member) && member !== null && typeof member !== 'boolean';
    return [name, isSecret ? HIDDEN : hideNamed(member)] as const;
  });
  return Object.fromEntries(members);
}
