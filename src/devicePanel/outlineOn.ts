import type { StepOutline } from '../appState/stepOutlines.ts';
import { labelOf } from '../flow/record/elementChoices.ts';
import { findNamed } from '../flow/record/findNamed.ts';
import type { Screen } from '../flow/selector/screen.ts';
import type { PanelState } from '../protocol/devicePanel.ts';

/** Returns the outline of the element that a step names on a screen; undefined if the screen is unknown. */
export function outlineOn(
  screen: Screen | undefined,
  outline: StepOutline | undefined,
): PanelState['outline'] {
  if (!outline || !screen) return undefined;
  const { step, named } = outline;
  return { step, label: labelOf(named), ...findNamed(screen, named) };
}
