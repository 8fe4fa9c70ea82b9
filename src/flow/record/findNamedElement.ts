import type { Bounds } from '../../contract/records/uiState.ts';
import { hasProperty } from '../selector/hasProperty.ts';
import { matchElements } from '../selector/matchElements.ts';
import type { Screen } from '../selector/screen.ts';
import { namedElementLabel } from './elementChoices.ts';
import type { NamedElement } from './elementParams.ts';

/** The places of an element on a screen, and the reason why a step may not find it. */
export interface ElementPlaces {
  readonly boxes: readonly Bounds[];
  readonly problem: string | undefined;
}

/** Half the side of the box around a point, in device pixels. */
const AROUND = 24;
const MAX_BOXES = 20;

/** Finds the element that a step names. */
export function findNamedElement(screen: Screen, named: NamedElement): ElementPlaces {
  if (named.by === 'point') {
    const { x, y } = named.point;
    const box = { left: x - AROUND, top: y - AROUND, right: x + AROUND, bottom: y + AROUND };
    return { boxes: [box], problem: undefined };
  }
  const found = elementsOf(screen, named);
  const boxes = found.slice(0, MAX_BOXES).map(({ bounds }) => bounds);
  const label = namedElementLabel(named);
  if (found.length === 0) return { boxes, problem: `${label} is not on this screen.` };
  const isAmbiguous = found.length > 1 && named.by === 'selector';
  return {
    boxes,
    problem: isAmbiguous ? `${label} matches ${found.length} elements; the first is used.` : undefined,
  };
}

function elementsOf(screen: Screen, named: Exclude<NamedElement, { by: 'point' }>): Screen['elements'] {
  if (named.by === 'selector' && named.isPart !== true) return matchElements(screen, named.selector);
  const { text = '', role } = named.by === 'text' ? { text: named.text } : named.selector;
  return screen.elements.filter(
    element =>
      hasProperty(element, 'text', text, false) && (role === undefined || hasProperty(element, 'role', role)),
  );
}
