import type { CatalogAction } from '../catalog.ts';
import { rankSelectors, type RankedSelector } from '../selector/rankSelectors.ts';
import { textsOf } from '../selector/elementCheck.ts';
import type { Screen, ScreenElement } from '../selector/screen.ts';
import { describeSelector, type Selector, shortId } from '../selector/selector.ts';
import type { DevicePoint } from './deviceGesture.ts';
import { type ElementUse, type NamedElement, withElement } from './elementParams.ts';

/** A way for a step to name an element. */
export interface ElementChoice {
  readonly named: NamedElement;
  /** The name in words, such as `Text “Sign in”`. */
  readonly label: string;
  /** The number of elements that it finds now, and the likelihood that it stays, in words. */
  readonly detail: string;
  /** True if it finds this element only. */
  readonly isUnique: boolean;
}

/** The place that the user points at: an element, a point of the screen, or a point of an element. */
export interface PointedElement {
  readonly screen?: Screen | undefined;
  readonly element?: ScreenElement | undefined;
  readonly at?: DevicePoint | undefined;
}

/** A selector for an element in words and as JSON, with the number of elements that it finds now. */
interface RecommendedSelector {
  readonly label: string;
  readonly json: string;
  readonly matches: number;
}

/** A choice about an element, in words. */
export type PickedChoice = Pick<ElementChoice, 'label' | 'detail' | 'isUnique'>;

/** A request to pick an element on the screen of a device. */
export interface PickRequest<C extends PickedChoice = ElementChoice> {
  /** The step that the element is for. */
  readonly step: string;
  /** Set if a click opens a menu of the choices: what a recording checks of the element, or waits for. */
  readonly mode?: 'check' | 'wait';
  /** True if the step can also name a point without an element. */
  readonly takesPoints: boolean;
  /** Returns the choices about an element, such as the ways in which the step can name it, the best first. */
  readonly choicesOf: (pointed: PointedElement) => readonly C[];
}

const MAX_CHOICES = 6;
const MAX_LABEL_LENGTH = 200;
/** The stabilities from which a selector is likely to stay, and from which it may. */
const STAYS = 0.6;
const MAY_STAY = 0.35;

/** Returns the ways in which an action can name an element, the best first; empty if there are none. */
export function elementChoices(
  action: CatalogAction,
  use: ElementUse,
  { screen, element, at }: PointedElement,
): readonly ElementChoice[] {
  const ranked = screen && element ? rankSelectors(screen, element) : [];
  const selectors = ranked.map(selectorChoice);
  const point = at ?? element?.target.center;
  const texts = screen && element ? textsOf(screen, element) : [];
  const all = [
    ...texts.map(text => choiceOf({ by: 'text', text }, 'On the screen', true)),
    ...selectors.filter(({ isUnique }) => isUnique),
    ...(point ? [choiceOf({ by: 'point', point }, 'Changes with the layout of the screen', false)] : []),
    ...selectors.filter(({ isUnique }) => !isUnique),
  ];
  const seen = new Set<string>();
  const choices: ElementChoice[] = [];
  for (const choice of all) {
    if (choices.length === MAX_CHOICES) break;
    const params = withElement(action, {}, use, choice.named);
    const key = JSON.stringify(params);
    if (!params || seen.has(key)) continue;
    seen.add(key);
    choices.push(choice);
  }
  return choices;
}

/** Returns the selector that is recommended for an element; undefined if none finds it. */
export function recommendedSelector(screen: Screen, element: ScreenElement): RecommendedSelector | undefined {
  const [best] = rankSelectors(screen, element);
  if (!best) return undefined;
  const { selector, matches } = best;
  return { label: namedElementLabel({ by: 'selector', selector }), json: JSON.stringify(selector), matches };
}

function selectorChoice({ selector, matches, stability }: RankedSelector): ElementChoice {
  const words =
    stability >= STAYS ? 'likely to stay' : stability >= MAY_STAY ? 'may change' : 'likely to change';
  const isUnique = matches === 1;
  const detail = isUnique ? `Only match, ${words}` : `${matches} matches, the first is used`;
  return choiceOf({ by: 'selector', selector }, detail, isUnique);
}

function choiceOf(named: NamedElement, detail: string, isUnique: boolean): ElementChoice {
  return { named, label: namedElementLabel(named), detail, isUnique };
}

/** Returns the name of an element in words, such as `Text “Sign in”`. */
export function namedElementLabel(named: NamedElement): string {
  if (named.by === 'point') return `Point ${named.point.x}, ${named.point.y}`;
  const label = named.by === 'text' ? `Text “${named.text}”` : selectorLabel(named.selector);
  return label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label;
}

function selectorLabel(selector: Selector): string {
  const [[name, value] = [], ...others] = Object.entries(selector);
  if (others.length === 0 && typeof value === 'string') {
    if (name === 'resourceId') return `ID ${shortId(value)}`;
    if (name === 'text') return `Text “${value}”`;
    if (name === 'description') return `Description “${value}”`;
  }
  const words = describeSelector(selector).slice('the '.length);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
