import type { Swipe } from '../../../../contract/records/gesture.ts';
import type { PhoneSelector } from '../../../phone/elements.ts';
import { clamp, type Point } from '../../../phone/geometry.ts';
import type { GlobalButton } from '../../../phone/keys.ts';
import type { Display } from '../../../phone/state.ts';
import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import { counted } from '../../../../util/counted.ts';
import { pressGlobalButton, longPressDevice, swipeDevice, tapDevice } from '../gestures.ts';
import { reachPhone } from '../reachPhone.ts';
import { describePhoneSelector, type FallbackParams, findElement, requireElement } from './find.ts';
import { type DeviceCall, onDevice, takingItsTime } from './onDevice.ts';
import { settle } from './settle.ts';

interface TapParams extends FallbackParams {
  readonly target: Point | PhoneSelector;
  readonly stealth?: boolean;
  readonly display?: number;
}

interface LongPressParams extends Point {
  readonly duration?: number;
  readonly display?: number;
}

type Points = Pick<Swipe, 'startX' | 'startY' | 'endX' | 'endY'>;

interface Direction {
  readonly direction: keyof typeof DIRECTIONS;
  /** The distance as a fraction of the screen. */
  readonly distance?: number;
}

interface ScrollParams extends FallbackParams {
  readonly element: PhoneSelector;
  /** The side at which more is shown. */
  readonly direction?: keyof typeof DIRECTIONS;
  readonly maxSwipes?: number;
  readonly display?: number;
}

interface SwipeParams {
  readonly gesture: Points | Direction;
  readonly duration?: number;
  readonly stealth?: boolean;
  readonly display?: number;
}

const LONG_PRESS_MS = 800;
const SWIPE_MS = 300;
const HALF_THE_SCREEN = 0.5;
const MAX_SWIPES = 10;
/** The direction of the finger's movement. */
const DIRECTIONS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
/** The movement of the finger that shows more at a side. */
const OPPOSITES = { up: 'down', down: 'up', left: 'right', right: 'left' } as const;

/** The implementations of the methods that touch the screen. */
export const touchSteps: StepKinds = {
  'device.tap': onDevice(false, tapStep),
  'device.longPress': onDevice(false, longPressStep),
  'device.swipe': onDevice(false, swipeStep),
  'device.scrollTo': onDevice(false, scrollToStep),
  'device.globalAction': onDevice<{ button: GlobalButton }>(
    false,
    async ({ params, service, deviceId, signal }) => {
      await pressGlobalButton(service, { deviceId }, params.button, signal);
      const { driver } = await reachPhone(service, { deviceId }, signal);
      return { app: (await driver.facts({ signal })).currentApp };
    },
  ),
};

async function tapStep(call: DeviceCall<TapParams>): Promise<StepOutput> {
  const { target, stealth, display: displayId } = call.params;
  const point = 'by' in target ? await centerOf(call, target, displayId) : target;
  const { deviceId, service, signal } = call;
  const { x, y, element } = await tapDevice(service, { deviceId, displayId }, { ...point, stealth }, signal);
  return { x: Math.round(x), y: Math.round(y), element };
}

async function centerOf(
  call: DeviceCall<TapParams>,
  selector: PhoneSelector,
  displayId: number | undefined,
): Promise<Point> {
  const { left, top, right, bottom } = (await requireElement(call, selector, displayId)).bounds;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

async function longPressStep(call: DeviceCall<LongPressParams>): Promise<StepOutput> {
  const { x, y, duration = LONG_PRESS_MS, display: displayId } = call.params;
  const target = { deviceId: call.deviceId, displayId };
  await takingItsTime(call, () => longPressDevice(call.service, target, { x, y }, duration, call.signal));
  return { durationMs: duration };
}

async function swipeStep(call: DeviceCall<SwipeParams>): Promise<StepOutput> {
  const { service, deviceId, signal } = call;
  const { gesture, duration = SWIPE_MS, ...rest } = call.params;
  const { stealth = false, display: displayId } = rest;
  const { display } = await reachPhone(service, { deviceId, displayId }, signal);
  const points = 'direction' in gesture ? swipePoints(display, gesture) : gesture;
  const { path, durationMs } = await takingItsTime(call, () =>
    swipeDevice(service, { deviceId, displayId }, { ...points, duration, stealth }, signal),
  );
  const [start, end] = [path[0], path.at(-1)].map(point => ({
    x: Math.round(point?.x ?? 0),
    y: Math.round(point?.y ?? 0),
  }));
  return { startX: start?.x, startY: start?.y, endX: end?.x, endY: end?.y, durationMs };
}

async function scrollToStep(call: DeviceCall<ScrollParams>): Promise<StepOutput> {
  const { service, deviceId, params, signal } = call;
  const { element, direction = 'down', maxSwipes = MAX_SWIPES, display: displayId } = params;
  const { display } = await reachPhone(service, { deviceId, displayId }, signal);
  for (let swipes = 0; ; swipes++) {
    await settle(call, displayId);
    if (await findElement(call, element, displayId)) return { swipes };
    if (swipes === maxSwipes)
      throw new StepFailure(
        'logic',
        `No element ${describePhoneSelector(element)} came on the screen within ${counted(maxSwipes, 'swipe')}.`,
      );
    const points = swipePoints(display, { direction: OPPOSITES[direction] });
    const asked = { ...points, duration: SWIPE_MS, stealth: false };
    await takingItsTime(call, () => swipeDevice(service, { deviceId, displayId }, asked, signal));
  }
}

// The swipe is centered on the screen.
function swipePoints(
  { width, height }: Display,
  { direction, distance = HALF_THE_SCREEN }: Direction,
): Points {
  const [right, down] = DIRECTIONS[direction];
  const at = (side: -1 | 1): Point => ({
    x: clamp(Math.round((width * (1 + side * right * distance)) / 2), 0, width - 1),
    y: clamp(Math.round((height * (1 + side * down * distance)) / 2), 0, height - 1),
  });
  const [start, end] = [at(-1), at(1)];
  return { startX: start.x, startY: start.y, endX: end.x, endY: end.y };
}
