import { childNodes } from '../../../flow/form/childNodes.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';

/** The fields of an object that are shown, and those that can be added. */
export interface Arrangement {
  readonly shown: readonly FormNode[];
  readonly options: readonly FormNode[];
}

/** The most optional fields that are shown without being asked for. */
const FEW = 3;

/**
 * Divides the fields of an object: required fields come first, then those that have a value or are in use. The others
 * are options, unless they are few. A field that depends on another one directly follows it, but an optional one does not
 * come before required ones.
 */
export function arrangeFields(
  fields: readonly FormNode[],
  isInUse: (field: FormNode) => boolean,
): Arrangement {
  const names = new Set(fields.map(nameOf));
  const isFollower = ({ cause }: FormNode): boolean => cause !== undefined && names.has(cause);
  const leaders = fields.filter(field => !isFollower(field));
  const optional = leaders.filter(({ required }) => !required);
  const showsAll = optional.length <= FEW && !optional.some(isGroup);
  const isKept = (field: FormNode): boolean =>
    showsAll || field.required || field.origin !== 'absent' || isInUse(field);
  const followers = Map.groupBy(fields.filter(isFollower), ({ cause }) => cause);
  const shown: FormNode[] = [];
  const options: FormNode[] = [];
  const later: (() => void)[] = [];
  const place = (field: FormNode, isShown: boolean): void => {
    (isShown ? shown : options).push(field);
    const after = followers.get(nameOf(field)) ?? [];
    const areFew = isShown && after.filter(({ required }) => !required).length <= FEW;
    for (const follower of after) {
      const isNeeded = follower.required ? isShown : areFew && !isGroup(follower);
      const placeIt = (): void =>
        place(follower, isNeeded || follower.origin !== 'absent' || isInUse(follower));
      if (field.required && !follower.required) later.push(placeIt);
      else placeIt();
    }
  };
  for (const isRequired of [true, false]) {
    for (const field of leaders) if (field.required === isRequired) place(field, isKept(field));
    for (const placeIt of later.splice(0)) placeIt();
  }
  // Fields that depend on each other in a circle.
  const placed = new Set([...shown, ...options]);
  shown.push(...fields.filter(field => !placed.has(field)));
  return { shown, options };
}

function nameOf({ path }: FormNode): string {
  return String(path.at(-1));
}

function isGroup(field: FormNode): boolean {
  if (field.kind === 'union') return isGroup(field.content);
  return field.kind === 'object' && (field.folded || field.fields.length > 0);
}

/** Returns true if a text is in the label, the name or the description of a node, in any case of its letters. */
export function matchesSearch({ label, path, description = '' }: FormNode, text: string): boolean {
  return [label, String(path.at(-1) ?? ''), description]
    .join('\n')
    .toLowerCase()
    .includes(text.toLowerCase());
}

/** Returns true if a node, or one below it, has a text in its label, name or description. */
export function isFound(node: FormNode, text: string): boolean {
  return matchesSearch(node, text) || childNodes(node).some(child => isFound(child, text));
}
