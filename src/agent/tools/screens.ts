import type * as z from 'zod';
import { ApiError } from '../../client/failure.ts';
import type { UiNode, UiState } from '../../contract/records/uiState.ts';
import type { ElementTexts } from '../../flow/selector/screenSecrets.ts';
import { matchElements } from '../../flow/selector/matchElements.ts';
import { reactsToTap, Screen, type ScreenElement } from '../../flow/selector/screen.ts';
import { describeSelector, type Selector } from '../../flow/selector/selector.ts';
import { plainText } from '../../util/plainText.ts';
import { markIfAny } from '../marked.ts';
import type { ToolConnection } from '../ports.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import type { ScreenLine } from './screenSchemas.ts';

/** A screen as it was read. */
export interface SeenScreen {
  readonly state: UiState;
  readonly screen: Screen;
}

/** Reads what is on the screen of a device. */
export async function readScreen(
  { client }: ToolConnection,
  deviceId: string,
  signal: AbortSignal,
): Promise<SeenScreen> {
  const state = (await client.getUiState({ params: { deviceId } }, { signal })).value;
  return { state, screen: new Screen(state) };
}

/** Returns the name of the app in front; undefined if it cannot be read. */
export async function appOn(
  connection: ToolConnection,
  deviceId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await readScreen(connection, deviceId, signal)).state.phone_state?.packageName ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted) return undefined;
    throw error;
  }
}

/** Returns the elements that have a text or react to a tap, in reading order. */
export function notableElements(screen: Screen): readonly ScreenElement[] {
  return screen.elements.filter(
    ({ text, description, node }) => text !== '' || description !== '' || reactsToTap(node),
  );
}

/** Returns the name of a password field by which it can be found, unless the name tells what was typed. */
function passwordName({ isPassword, text, contentDescription }: UiNode): string | undefined {
  const name = contentDescription ?? '';
  // Where typed characters are bullets, a name of the same length may be what was typed.
  const isTyped = Boolean(text) && (name.includes(text ?? '') || name.length === text?.length);
  return isPassword === true && !isTyped && /\p{L}/u.test(name) ? name : undefined;
}

/** Describes an element for an agent; `texts` are its texts without passcodes. */
export function screenLine(
  { role, center, node, isSecret }: ScreenElement,
  { text, description, resourceId }: ElementTexts,
): z.output<typeof ScreenLine> {
  return {
    role,
    text: markIfAny('device', text),
    description: markIfAny('device', isSecret ? passwordName(node) : description === text ? '' : description),
    resourceId: markIfAny('device', resourceId),
    center: [center.x, center.y],
    ...(reactsToTap(node) ? { tappable: true } : {}),
    ...(node.isChecked === true ? { checked: true } : {}),
    ...(node.isFocused === true ? { focused: true } : {}),
    ...(node.isEnabled === false ? { disabled: true } : {}),
    ...(isSecret ? { password: true } : {}),
  };
}

/** Returns the center of the only element that a selector finds. Throws ToolError for none or several. */
export function pointOf(screen: Screen, selector: Selector): readonly [x: number, y: number] {
  const found = matchElements(screen, selector);
  const [only] = found;
  const what = plainText(describeSelector(selector), 300);
  if (only && found.length === 1) {
    const { visible, center } = only.target;
    if (visible) return [center.x, center.y];
    throw new ToolError(`${what} is outside of the screen. Swipe until it is on the screen, then try again.`);
  }
  throw new ToolError(
    only
      ? `${found.length} elements match ${what}. Add index, within or near, or use a point of look_at_device.`
      : `No element on the screen matches ${what}. Look at the device again; the element may be off the screen.`,
  );
}

/** Takes a picture of the screen of a device; undefined if the device takes none now. */
export async function takePicture(
  { connection, signal }: Pick<ToolContext, 'connection' | 'signal'>,
  deviceId: string,
): Promise<Uint8Array | undefined> {
  try {
    return (await connection.client.takeScreenshot({ params: { deviceId } }, { signal })).value;
  } catch (error) {
    if (error instanceof ApiError && error.status !== undefined && !signal.aborted) return undefined;
    throw error;
  }
}
