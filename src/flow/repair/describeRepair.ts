import { quoted } from '../explain/explanation.ts';
import { nameElement } from '../record/recordedElement.ts';
import type { ScreenElement } from '../selector/screen.ts';
import { type Selector, shortId } from '../selector/selector.ts';
import type { LikenessFact, FactName } from './likeness.ts';
import type { ElementCandidate } from './matchScreens.ts';
import type { NamedBySelector } from './repair.ts';
import type { TracedScreen } from './tracedScreen.ts';

/** An element before and now, and the ways in which a step names them. */
interface Renaming {
  readonly from: NamedBySelector;
  readonly to: Selector;
  /** The number of elements that the step finds now. */
  readonly count: number;
  readonly before: TracedScreen;
  readonly element: ScreenElement;
  readonly now: TracedScreen;
  readonly candidate: ElementCandidate;
}

/** The facts in words, with the value from which they are the same. */
const SAME: readonly (readonly [name: FactName, least: number, words: string])[] = [
  ['id', 1, 'same resource ID'],
  ['description', 1, 'same description'],
  ['text', 1, 'same text'],
  ['position', 0.97, 'same position'],
  ['neighbors', 0.85, 'same neighbors'],
  ['role', 1, 'same kind of element'],
  ['container', 1, 'same group'],
  ['size', 0.97, 'same size'],
];
const MAX_SAME = 3;
/** The likeness from which two IDs are mentioned as similar. */
const SIMILAR = 0.6;

/** Describes a repair in a sentence, such as `The button “Sign in” is now called “Log in”: same resource ID.` */
export function describeRepair(given: Renaming): string {
  const { candidate } = given;
  const same = SAME.filter(([name, least]) => valueOf(candidate.facts, name) >= least).map(
    ([, , words]) => words,
  );
  const id = valueOf(candidate.facts, 'id');
  const similar = id < 1 && id >= SIMILAR ? ['similar resource ID'] : [];
  const shared = [...similar, ...same].slice(0, MAX_SAME);
  const sentence = `${subjectOf(given)} ${changeOf(given)}`;
  return shared.length === 0 ? `${sentence}.` : `${sentence}: ${shared.join(', ')}.`;
}

function valueOf(facts: readonly LikenessFact[], name: FactName): number {
  return facts.find(fact => fact.name === name)?.value ?? 0;
}

function subjectOf({ before, element }: Renaming): string {
  const name = nameElement(before.screen, element);
  const role = element.role === 'element' ? 'element' : element.role;
  if (name.startsWith('“')) return `The ${role} ${name}`;
  return element.resourceId === '' ? `The ${role}` : `The ${role} ${quoted(shortId(element.resourceId))}`;
}

function changeOf({ from: { selector }, count, element, candidate }: Renaming): string {
  const { element: now } = candidate;
  if (count > 1) return `is one of ${count} elements that the step finds now`;
  const by = (['resourceId', 'description', 'text'] as const).find(
    property => selector[property] !== undefined,
  );
  if (by === 'resourceId' && element.resourceId !== now.resourceId)
    return now.resourceId === ''
      ? 'no longer has a resource ID'
      : `now has the resource ID ${quoted(shortId(now.resourceId))}`;
  if (by === 'text' && element.text !== now.text)
    return now.text === '' ? 'no longer has a text' : `is now called ${quoted(now.text)}`;
  if (by === 'description' && element.description !== now.description)
    return now.description === ''
      ? 'no longer has a description'
      : `is now described as ${quoted(now.description)}`;
  return 'is still on the screen, but the step names it differently';
}
