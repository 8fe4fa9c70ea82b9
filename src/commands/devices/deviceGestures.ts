import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import { Limits } from '../../contract/limits.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readDisplay } from '../../appState/readDisplay.ts';
import { forDevices, onDevices } from './perDevice.ts';
import type { Services } from '../commandServices.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { readNumbers } from '../prompts/readNumbers.ts';

interface Preset {
  /** Start and end point as fractions of the screen width and height. */
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

const PRESETS: readonly (vscode.QuickPickItem & { readonly preset: Preset | undefined })[] = [
  { label: '$(arrow-up) Up', description: 'scrolls down', preset: { from: [0.5, 0.75], to: [0.5, 0.25] } },
  { label: '$(arrow-down) Down', description: 'scrolls up', preset: { from: [0.5, 0.25], to: [0.5, 0.75] } },
  { label: '$(arrow-left) Left', description: 'next page', preset: { from: [0.85, 0.5], to: [0.15, 0.5] } },
  {
    label: '$(arrow-right) Right',
    description: 'previous page',
    preset: { from: [0.15, 0.5], to: [0.85, 0.5] },
  },
  { label: '$(symbol-number) Coordinates…', description: 'pixels and milliseconds', preset: undefined },
];

const PRESET_MS = 300;

/** Swipes on devices, in a direction across the screen or between two points. */
export const swipe = forDevices('Swipe', async (services, targets) => {
  const picked = await dialogs.showQuickPick(PRESETS, { title: 'Swipe: Direction' });
  if (!picked) return;
  const numbersFor = picked.preset ? across(picked.preset) : await askSwipe();
  if (!numbersFor) return;
  const stealth = await askStealth('Swipe');
  if (stealth === undefined) return;
  await onDevices(services, 'Swipe', targets, async (client, target, signal) => {
    const [startX, startY, endX, endY, duration] = await numbersFor(client, target.id, signal);
    const body = { startX, startY, endX, endY, duration, stealth };
    await client.swipeDevice({ params: { deviceId: target.id }, body }, { signal });
    return `swiped from ${startX}, ${startY} to ${endX}, ${endY} in ${duration} ms`;
  });
});

/** Taps a point on the screens of devices. */
export const tap = forDevices('Tap', async (services, targets) => {
  const text = await dialogs.showInputBox({
    title: 'Tap',
    prompt: 'Screen coordinates x, y in pixels',
    placeHolder: '540, 960',
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : pointProblem(value)),
  });
  const [x, y] = readNumbers(text ?? '', 2) ?? [];
  if (x === undefined || y === undefined) return;
  const stealth = await askStealth('Tap');
  if (stealth === undefined) return;
  await onDevices(services, 'Tap', targets, async (client, { id }, signal) => {
    await client.tapDevice({ params: { deviceId: id }, body: { x, y, stealth } }, { signal });
    return `tapped ${x}, ${y}`;
  });
});

/** Types text into the focused field of devices. The text is not stored. */
export const typeText = forDevices('Type Text', async (services, targets) => {
  const text = await dialogs.showInputBox({
    title: 'Type Text',
    prompt: 'Text for the focused field on the device',
    ignoreFocusOut: true,
  });
  if (text === undefined || text === '') return;
  await onDevices(services, 'Type Text', targets, async (client, { id }, signal) => {
    await client.typeText({ params: { deviceId: id }, body: { text } }, { signal });
    return `typed ${text.length} characters`;
  });
});

export const pressBack = press('back');
export const pressHome = press('home');
export const pressRecents = press('recents');

/** Returns the handler of a command that presses a button on devices; on that of the active panel, as its page does. */
function press(button: keyof typeof GLOBAL_ACTIONS) {
  const title = `Press ${button[0]?.toUpperCase()}${button.slice(1)}`;
  const pressOn = forDevices(title, async (services, targets) => {
    await onDevices(services, title, targets, async (client, { id }, signal) => {
      const body = { action: GLOBAL_ACTIONS[button] };
      await client.pressGlobal({ params: { deviceId: id }, body }, { signal });
      return `pressed ${button}`;
    });
  });
  return async (services: Services, rows: readonly CommandRow[]): Promise<void> => {
    const inFront = rows.length === 0 ? services.devicePanels.inFrontOf(services.scope) : undefined;
    await (inFront ? inFront.perform({ kind: 'global', button }) : pressOn(services, rows));
  };
}

type SwipeNumbers = readonly [startX: number, startY: number, endX: number, endY: number, duration: number];

/** Returns the parameters of a swipe on a device, which may depend on its screen size. */
type NumbersFor = (client: Client, deviceId: string, signal: AbortSignal) => Promise<SwipeNumbers>;

function across({ from, to }: Preset): NumbersFor {
  return async (client, deviceId, signal) => {
    const { size } = await readDisplay(client, { deviceId, display: 0 }, { filter: true, signal });
    if (!size) {
      throw new Error('Cannot read the screen size. Swipe by coordinates instead.');
    }
    return [...at(from, size), ...at(to, size), PRESET_MS];
  };
}

async function askSwipe(): Promise<NumbersFor | undefined> {
  const text = await dialogs.showInputBox({
    title: 'Swipe: Coordinates',
    prompt: 'Start x, start y, end x, end y in pixels, duration in milliseconds',
    value: '540, 1400, 540, 500, 300',
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : swipeProblem(value)),
  });
  const numbers = readSwipe(text ?? '');
  return numbers && (() => Promise.resolve(numbers));
}

function readSwipe(text: string): SwipeNumbers | undefined {
  const [startX, startY, endX, endY, duration] = readNumbers(text, 5) ?? [];
  if (startX === undefined || startY === undefined || endX === undefined || endY === undefined)
    return undefined;
  return duration === undefined ? undefined : [startX, startY, endX, endY, duration];
}

function swipeProblem(text: string): string | undefined {
  const numbers = readSwipe(text);
  if (!numbers) return 'Enter five numbers, such as 540, 1400, 540, 500, 300.';
  const [, , , , duration] = numbers;
  if (numbers.some(number => number < 0)) return 'Coordinates and duration must not be negative.';
  const { min } = Limits.swipeDuration;
  if (!Number.isInteger(duration) || duration < min)
    return `The duration must be a whole number of at least ${min} ms.`;
  return undefined;
}

function pointProblem(text: string): string | undefined {
  const numbers = readNumbers(text, 2);
  return numbers?.every(number => number >= 0)
    ? undefined
    : 'Enter two non-negative numbers, such as 540, 960.';
}

async function askStealth(title: string): Promise<boolean | undefined> {
  const picked = await dialogs.showQuickPick(
    [
      { label: '$(debug-step-over) Exact', description: 'as entered', stealth: false },
      { label: '$(person) Stealth', description: 'varied slightly, like a human hand', stealth: true },
    ],
    { title: `${title}: Precision` },
  );
  return picked?.stealth;
}

function at(
  [x, y]: readonly [number, number],
  { width, height }: { readonly width: number; readonly height: number },
): [number, number] {
  return [Math.round(x * width), Math.round(y * height)];
}
