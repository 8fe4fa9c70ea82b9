import type { ElementPick, TreeStep } from './elementPick.ts';

const STEPS: Readonly<Record<string, TreeStep>> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'previous',
  ArrowDown: 'next',
};

/** Handles a key while an element is picked; returns true if the pick uses it. */
export function pressPickKey(event: KeyboardEvent, pick: ElementPick): boolean {
  const { key, altKey, ctrlKey, metaKey, isComposing } = event;
  if (altKey || ctrlKey || metaKey || isComposing) return false;
  const step = STEPS[key];
  if (step) pick.walk(step);
  else if (key === 'Enter') void pick.use();
  else if (key === 'Escape') void pick.cancel();
  else if (key.toLowerCase() === 'c') void pick.check();
  else if (/^[1-9]$/.test(key)) void pick.use(Number(key) - 1);
  // Nothing is typed on the device meanwhile.
  else return /^.$/u.test(key);
  return true;
}

/** Distance of the label from the element, in CSS pixels. */
const GAP = 4;

/** Places the label of the outlined element above it, or below it at the upper edge of the screen. */
export function placeLabel(glass: HTMLElement): void {
  const label = glass.querySelector<HTMLElement>('.pick-label');
  const outlined = glass.querySelector('.element.pointed');
  if (!label || !outlined) return;
  const screen = glass.getBoundingClientRect();
  const box = outlined.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = label;
  const above = box.top - screen.top - height - GAP;
  const below = Math.min(box.bottom - screen.top + GAP, screen.height - height);
  const left = Math.min(box.left - screen.left, screen.width - width);
  label.style.top = `${above >= 0 ? above : below}px`;
  label.style.left = `${Math.max(0, left)}px`;
}
