import type { TraceElement, TraceStep } from '../../contract/sandbox/traces.ts';
import { areOnOneDevice, screenWith } from '../explain/explanation.ts';
import { elementForms, elementIn, withElement } from '../record/elementParams.ts';
import { hasProperty } from '../selector/hasProperty.ts';
import { matchElements } from '../selector/matchElements.ts';
import { rankSelectors } from '../selector/rankSelectors.ts';
import type { ScreenElement } from '../selector/screen.ts';
import type { Criteria, Selector } from '../selector/selector.ts';
import { matchSteps, tracedPlace } from '../trace/matchSteps.ts';
import { describeRepair } from './describeRepair.ts';
import { isNamedAlike } from './likeness.ts';
import { type ElementCandidate, matchScreens, type ScreenMatch } from './matchScreens.ts';
import type { NamedBySelector, Repair, RepairBasis, RepairProposal } from './repair.ts';
import { isSeen, type TracedScreen, tracedScreen } from './tracedScreen.ts';

/** The maximum number of failed steps, and of steps proposed together. */
const MAX = { failed: 20, together: 50 } as const;
/** The least share of a screen that must be there again; another screen has another element. */
const LEAST_SCREEN = 0.45;
/** The stability from which the property that a step already uses is kept. */
const STABLE = 0.6;
/** The share of the confidence that depends on how much better an element fits than the next one. */
const MARGIN_SHARE = 0.3;
const CLEAR_MARGIN = 0.2;
/** The most confidence in an element that is only alike in kind, place, and neighbors: another one may be there now. */
const MAX_UNNAMED = 0.5;
/** Matches texts in which a secret may be hidden. */
const MASKED = /•{2}/;

/** Proposes repairs for the failed steps of a run whose element is missing, or is one of several. */
export function proposeRepairs(basis: RepairBasis): readonly RepairProposal[] {
  const { failed, passed } = basis;
  const partners = new Map(matchSteps(failed, passed).map(({ left, right }) => [left, right]));
  const broken = failed.steps.filter(({ status }) => status === 'failed').slice(0, MAX.failed);
  return broken.flatMap(step => {
    const partner = partners.get(step);
    const proposal = partner?.status === 'success' ? proposeFor(basis, step, partner, partners) : undefined;
    return proposal ?? [];
  });
}

function proposeFor(
  basis: RepairBasis,
  step: TraceStep,
  partner: TraceStep,
  partners: ReadonlyMap<TraceStep | undefined, TraceStep | undefined>,
): RepairProposal | undefined {
  const { failed, passed } = basis;
  const from = namedIn(basis, step);
  const touched = touchedBy(basis, partner);
  const recorded = screenWith(failed, step.screenAfter ?? step.screenBefore);
  if (!from || !touched || !recorded) return undefined;
  const now = tracedScreen(recorded);
  const { screen: before } = touched;
  const found = findNamed(now, from);
  // An element that has to be scrolled to is not renamed, and one that is there is not the cause.
  if (found.length === 1 || found.some(element => !isSeen(now, element))) return undefined;
  if (now.dialog !== undefined && now.dialog !== before.dialog) return undefined;
  if (before.packageName !== now.packageName) return undefined;
  const match = matchScreens(before, now);
  if (match.likeness < LEAST_SCREEN) return undefined;
  const given = { basis, before, now, match };
  const repairs = repairsOf(given, step, from, touched.element, found.length).filter(
    ({ now: { box } }) => box !== undefined,
  );
  const [first] = repairs;
  if (!first) return undefined;
  const reached = new Map(
    [...partners].flatMap(([left, right]) => (left && right ? [[right, left] as const] : [])),
  );
  const together: Repair[] = [];
  const seen = new Set([tracedPlace(step)]);
  for (const other of passed.steps) {
    if (together.length === MAX.together) break;
    if (seen.has(tracedPlace(other)) || !areOnOneDevice(other, partner) || other.status !== 'success')
      continue;
    const repair = repairTogether(given, other, reached.get(other));
    if (!repair) continue;
    seen.add(tracedPlace(other));
    together.push(repair);
  }
  return { step, repairs, together };
}

/** The screens of a failed step and their match. */
interface Given {
  readonly basis: RepairBasis;
  readonly before: TracedScreen;
  readonly now: TracedScreen;
  readonly match: ScreenMatch;
}

/** Returns the repair of another step whose element was on the same screen; undefined if the change did not break it. */
function repairTogether(
  { basis, before, now, match }: Given,
  passed: TraceStep,
  reached: TraceStep | undefined,
): Repair | undefined {
  const from = namedIn(basis, passed);
  const touched = from && touchedBy(basis, passed);
  if (!from || !touched || findNamed(now, from).length > 0) return undefined;
  const { screen: own } = touched;
  if (own.packageName !== before.packageName) return undefined;
  // The screen may have been scrolled, and fields may have been filled in.
  const known = findNamed(before, from);
  const there = known.find(({ bounds }) => isSameBox(bounds, touched.element.bounds)) ?? known[0];
  const shown = there ?? touched.element;
  const matched = there ? { before, match } : { before: own, match: matchScreens(own, now) };
  if (!there && matched.match.likeness < LEAST_SCREEN) return undefined;
  return repairsOf({ basis, now, ...matched }, reached ?? passed, from, shown, 0)[0];
}

/** Returns the repairs of a step, the best first. `count` is the number of elements that it finds now. */
function repairsOf(
  { basis, before, now, match }: Given,
  step: TraceStep,
  from: NamedBySelector,
  element: ScreenElement,
  count: number,
): readonly Repair[] {
  const candidates = match.candidates(element);
  return candidates.flatMap((candidate, at): Repair[] => {
    const to = selectorFor(basis, step, from, now, candidate);
    if (!to) return [];
    const next = candidates[at === 0 ? 1 : 0]?.score ?? 0;
    const margin = Math.min(1, Math.max(0, (candidate.score - next) / CLEAR_MARGIN));
    const most = isNamedAlike(before, element, now, candidate) ? 1 : MAX_UNNAMED;
    const confidence = Math.min(most, candidate.score * (1 - MARGIN_SHARE + MARGIN_SHARE * margin));
    const reason = describeRepair({ from, to, count, before, element, now, candidate });
    const places = {
      before: { screen: before.id, box: boxOf(before, element) },
      now: { screen: now.id, box: boxOf(now, candidate.element) },
    };
    return [{ step, from, to, confidence: Math.round(confidence * 100) / 100, reason, ...places }];
  });
}

/**
 * Returns the selector by which a step can name an element: by the same property as before if that is likely to stay, and
 * by what the element itself says rather than by another text of its row.
 */
function selectorFor(
  { actionOf }: RepairBasis,
  step: TraceStep,
  from: NamedBySelector,
  now: TracedScreen,
  { element }: ElementCandidate,
): Selector | undefined {
  const action = actionOf(step);
  if (!action) return undefined;
  const before = propertiesOf(from.selector);
  const usable = rankSelectors(now.screen, element).filter(
    ({ selector, matches }) =>
      matches === 1 &&
      !MASKED.test(JSON.stringify(selector)) &&
      !(isEqual(selector, from.selector) && !from.isPart) &&
      withElement(action, {}, 'element', { by: 'selector', selector }) !== undefined,
  );
  const same = usable.filter(
    ({ selector, stability }) => propertiesOf(selector) === before && stability >= STABLE,
  );
  const chosen = same.length === 0 ? usable : same;
  return (chosen.find(({ selector }) => names(selector, element)) ?? chosen[0])?.selector;
}

/** Returns true if a selector names an element itself, not another part of what reacts to a tap with it. */
function names(selector: Selector, element: ScreenElement): boolean {
  return (['resourceId', 'description', 'text'] as const).every(
    property => selector[property] === undefined || selector[property] === element[property],
  );
}

function propertiesOf(selector: Selector): string {
  return Object.keys(selector).toSorted().join(' ');
}

function isEqual(one: Selector, other: Selector): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the element that a step names; undefined if it names none by a selector, or waits until it is gone. */
function namedIn({ actionOf }: RepairBasis, step: TraceStep): NamedBySelector | undefined {
  const action = actionOf(step);
  const params = step.params ?? undefined;
  const isComputed = (step.values ?? []).some(({ path }) => ['element', 'target'].includes(String(path[0])));
  if (!action || !params || params['until'] === 'gone' || isComputed) return undefined;
  const named = elementIn(elementForms(action), params);
  return named?.by === 'selector' ? { selector: named.selector, isPart: named.isPart === true } : undefined;
}

/** Returns the element that a step of a passed run touched or found, with its screen. */
function touchedBy(
  basis: RepairBasis,
  step: TraceStep,
): { readonly screen: TracedScreen; readonly element: ScreenElement } | undefined {
  const named = namedIn(basis, step);
  if (!named) return undefined;
  for (const id of [step.screenBefore, step.screenAfter]) {
    const recorded = screenWith(basis.passed, id);
    const screen = recorded && tracedScreen(recorded);
    const found = screen ? findNamed(screen, named) : [];
    const target = step.target?.bounds;
    const element = found.find(one => target && isSameBox(one.bounds, target)) ?? found[0];
    if (screen && element) return { screen, element };
  }
  return undefined;
}

/** Returns the elements that a step finds on a screen, those that can be touched first. */
function findNamed(traced: TracedScreen, { selector, isPart }: NamedBySelector): readonly ScreenElement[] {
  const [[property, value] = []] = Object.entries(selector) as [keyof Criteria, string][];
  const found =
    isPart && property && value !== undefined
      ? traced.screen.elements.filter(element => hasProperty(element, property, value, false))
      : matchElements(traced.screen, selector);
  return found.toSorted((one, other) => Number(isSeen(traced, other)) - Number(isSeen(traced, one)));
}

function isSameBox(one: TraceElement['bounds'], other: TraceElement['bounds']): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every(side => one[side] === other[side]);
}

function boxOf(traced: TracedScreen, element: ScreenElement): TraceElement['bounds'] | undefined {
  const { left, top, right, bottom } = element.bounds;
  return isSeen(traced, element) ? { left, top, right, bottom } : undefined;
}
