import type { Locator } from 'playwright-core';
import { ATTEMPT, MissedClick } from './retry.ts';

/**
 * Clicks an element that becomes clickable within the time of an attempt. Throws a {@link MissedClick}, and nothing is
 * clicked, if the element moved away meanwhile. Only the wait has a timeout: a click that timed out may still take
 * effect in a busy window, and a retry would run the command twice. The button goes down and up together, since an
 * element that is drawn again in between would lose the click.
 */
export async function clickOnce(element: Locator): Promise<void> {
  await element.click({ trial: true, ...ATTEMPT });
  const guard = await element.evaluateHandle(guardClick, undefined, ATTEMPT);
  const { mouse } = element.page();
  await Promise.all([mouse.down(), mouse.up()]);
  if (!(await guard.evaluate(remove => remove()))) throw new MissedClick(String(element));
}

interface PointerEvent {
  readonly type: string;
  composedPath(): readonly unknown[];
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

type Listen = (type: string, listener: (event: PointerEvent) => void, capture: boolean) => void;

/**
 * Runs in the page. Blocks the events of a click that does not start on the element. Returns a function that stops this
 * and returns whether the click started there.
 */
function guardClick(element: unknown): () => boolean {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const view = globalThis as unknown as { addEventListener: Listen; removeEventListener: Listen };
  let isHit = false;
  const check = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') isHit = event.composedPath().includes(element);
    if (isHit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) view.addEventListener(type, check, true);
  return () => {
    for (const type of types) view.removeEventListener(type, check, true);
    return isHit;
  };
}
