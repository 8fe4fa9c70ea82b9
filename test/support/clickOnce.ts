import type { Locator, Page } from 'playwright-core';
import { ATTEMPT, MissedClick } from './retry.ts';

/** Presses and releases the mouse at once, because a busy page could take a delayed release for a long press. */
export async function pressAndRelease({ mouse }: Page): Promise<void> {
  await Promise.all([mouse.down(), mouse.up()]);
}

/**
 * Clicks an element, by default its center, once it can be clicked. Throws a {@link MissedClick}, and nothing is
 * clicked, if the element moved away meanwhile. Only the wait has a timeout: a click that timed out may still take
 * effect in a busy window, and a retry would run the command twice. The button goes down and up together, since an
 * element that is drawn again in between would lose the click.
 */
export async function clickOnce(element: Locator, position?: Position): Promise<void> {
  await element.click({ trial: true, ...(position ? { position } : {}), ...ATTEMPT });
  const guard = await element.evaluateHandle(guardClick, position, ATTEMPT);
  await pressAndRelease(element.page());
  // A click that reloads the window ends the page together with the guard.
  const isHit = await guard
    .evaluate(remove => remove())
    .catch((error: unknown) => {
      if (/context was destroyed/i.test(String(error))) return true;
      throw error;
    });
  if (!isHit) throw new MissedClick(String(element));
}

/** A position from the upper left corner inside the border of an element. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

interface PageElement {
  readonly clientLeft: number;
  readonly clientTop: number;
  getBoundingClientRect(): { readonly left: number; readonly top: number };
}

interface PointerEvent {
  readonly clientX: number;
  readonly clientY: number;
  readonly type: string;
  composedPath(): readonly unknown[];
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

type Listen = (type: string, listener: (event: PointerEvent) => void, capture: boolean) => void;

/**
 * Runs in the page. Blocks the events of a click that does not start on the element at the position. Returns a function that stops this
 * and returns whether the click started there.
 */
function guardClick(element: unknown, position: Position | undefined): () => boolean {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const view = globalThis as unknown as { addEventListener: Listen; removeEventListener: Listen };
  let isHit = false;
  const page = element as PageElement;
  const isThere = ({ clientX, clientY }: PointerEvent): boolean => {
    if (!position) return true;
    const { left, top } = page.getBoundingClientRect();
    const x = clientX - left - page.clientLeft;
    const y = clientY - top - page.clientTop;
    return Math.hypot(x - position.x, y - position.y) < 2;
  };
  const check = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') isHit = event.composedPath().includes(element) && isThere(event);
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
