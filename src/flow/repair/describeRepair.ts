import { quoted } from '../explain/explanation.ts';
import { nameElement, quoteName } from '../record/recordedElement.ts';
import type { ScreenElement } from '../selector/screen.ts';
import { type Selector, shortId } from '../selector/selector.ts';
import { ALIKE, type FactName, factValue } from './likeness.ts';
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
/** The words for a name that was lost, and for another one. */
const CHANGES = {
  resourceId: ['no longer has a resource ID', 'now has the resource ID'],
  description: ['no longer has a description', 'is now described as'],
  text: ['no longer has a text', 'is now called'],
} as const;
const MAX_SAME = 3;

/** Describes a repair in a sentence, such as `The button “Sign in” is now called “Log in”: same resource ID.` */
export function describeRepair(given: Renaming): string {
  const { candidate } = given;
  const same = SAME.filter(([name, least]) => factValue(candidate.facts, name) >= least).map(
    ([, , words]) => words,
  );
  const id = factValue(candidate.facts, 'id');
  const similar = id < 1 && id >= ALIKE ? ['similar resource ID'] : [];
  const shared = [...similar, ...same].slice(0, MAX_SAME);
  const sentence = `${subjectOf(given)} ${changeOf(given)}`;
  return shared.length === 0 ? `${sentence}.` : `${sentence}: ${shared.join(', ')}.`;
}

function subjectOf({ from, before, element }: Renaming): string {
  const by = namingProperty(from.selector);
  // What the step names is what the user looks for, not another text of the same row.
  const own = by === 'text' || by === 'description' ? element[by] : '';
  const name = own === '' ? nameElement(before.screen, element) : quoteName(own);
  const { role } = element;
  if (name.startsWith('“')) return `The ${role} ${name}`;
  return element.resourceId === '' ? `The ${role}` : `The ${role} ${quoted(shortId(element.resourceId))}`;
}

function changeOf({ from, to, count, element, candidate }: Renaming): string {
  if (count > 1) return `is one of ${count} elements that the step finds now`;
  const by = namingProperty(from.selector);
  // The repair names the element by this value, if it has one.
  const now = by && (to[by] ?? candidate.element[by]);
  if (by === undefined || now === undefined || element[by] === now)
    return 'is still on the screen, but the step names it differently';
  const [lost, changed] = CHANGES[by];
  return now === '' ? lost : `${changed} ${quoted(by === 'resourceId' ? shortId(now) : now)}`;
}

function namingProperty(selector: Selector): keyof typeof CHANGES | undefined {
  return (['resourceId', 'description', 'text'] as const).find(property => selector[property] !== undefined);
}
