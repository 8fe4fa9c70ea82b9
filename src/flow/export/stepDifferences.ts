import { isObject, memberOf } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import type { DraftStep } from '../import/imported.ts';
import { equalJson } from '../schema/equal.ts';

/** The parameters whose writers say what differs. */
const DESCRIBED = ['target', 'element', 'fallback', 'gesture', 'clear', 'route', 'seconds'];
const MAX_SHOWN = 60;

/** True for steps that do the same. */
export function doesTheSame(one: DraftStep, other: DraftStep | undefined): boolean {
  if (one.method !== other?.method || !equalJson(one.params, other.params)) return false;
  const { children: [...mine] = [] } = one;
  const { children: theirs = [] } = other;
  return mine.length === theirs.length && mine.every((child, index) => doesTheSame(child, theirs[index]));
}

/** Returns sentences about the parameters of a step that its command leaves out or changes. */
export function differencesOf(
  one: DraftStep,
  other: DraftStep | undefined,
  paramsSchema: unknown,
): readonly string[] {
  if (one.method !== other?.method) return [];
  const names = new Set([...Object.keys(one.params), ...Object.keys(other.params)]);
  return [...names].flatMap(name => {
    const otherwise = memberOf(memberOf(memberOf(paramsSchema, 'properties'), name), 'default');
    const { [name]: mine = otherwise } = one.params;
    const { [name]: theirs = otherwise } = other.params;
    if (DESCRIBED.includes(name) || equalJson(mine, theirs)) return [];
    if (theirs === undefined || isObject(mine) || isObject(theirs) || other.params[name] === undefined)
      return [`Maestro has no equivalent of “${plainText(name, MAX_SHOWN)}”.`];
    const before = mine === undefined ? '' : `, not ${shown(mine)}`;
    return [`“${plainText(name, MAX_SHOWN)}” is ${shown(theirs)}${before}.`];
  });
}

function shown(value: unknown): string {
  return plainText(JSON.stringify(value), MAX_SHOWN);
}
