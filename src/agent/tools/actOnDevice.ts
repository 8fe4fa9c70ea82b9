import * as z from 'zod';
import { Limits } from '../../contract/limits.ts';
import { connectionInput, DeviceId } from '../schemas.ts';
import { defineTool, type ToolContext, ToolError } from '../tool.ts';
import { appOn, pointOf, readScreen } from './screens.ts';
import { SelectorInput } from './screenSchemas.ts';

const coordinate = z.number().min(0).max(100_000);
const Point = z.strictObject({ x: coordinate, y: coordinate });
const BUTTONS = { back: 1, home: 2, recents: 3 } as const;

const Input = z.strictObject({
  ...connectionInput,
  deviceId: DeviceId,
  do: z.enum(['tap', 'swipe', 'type', 'typePasscode', 'clear', 'press']),
  element: SelectorInput.optional().describe(
    'The element to tap; type, typePasscode, and clear tap it first.',
  ),
  point: Point.optional().describe('Instead of element; the start of a swipe.'),
  to: Point.optional().describe('The end of a swipe.'),
  duration: z.int().min(Limits.swipeDuration.min).max(10_000).default(300),
  text: z.string().max(10_000).optional(),
  handle: z.string().max(100).optional().describe('From wait_for_passcode.'),
  button: z.enum(['back', 'home', 'recents']).optional(),
});
type Input = z.output<typeof Input>;

/** Performs a gesture on a device. */
export const actOnDevice = defineTool({
  name: 'act_on_device',
  title: 'Act on Device',
  description:
    'Do one thing on a device: tap an element or point; swipe from point to a point; type text, or the passcode of a handle, into the focused field; clear that field; press a button. Look at the device afterwards.',
  input: Input,
  output: z.object({ done: z.boolean(), point: Point.optional() }),
  effects: ['act'],
  runsOn: 'connection',
  example: { deviceId: '00000000-0000-4000-8000-000000000000', do: 'tap', element: { text: 'Sign in' } },
  run: async (input, context) => {
    const point = await pointIn(input, context);
    await perform(input, point, context);
    return { output: { done: true, ...(point ? { point } : {}) } };
  },
});

async function pointIn(
  { deviceId, element, point }: Input,
  { connection, signal }: ToolContext,
): Promise<z.output<typeof Point> | undefined> {
  if (!element) return point;
  const { screen } = await readScreen(connection, deviceId, signal);
  const [x, y] = pointOf(screen, element);
  return { x, y };
}

async function perform(
  input: Input,
  point: z.output<typeof Point> | undefined,
  { connection, passcodes, signal }: ToolContext,
): Promise<void> {
  const { client } = connection;
  const { deviceId, to, duration, text, handle = '', button } = input;
  const params = { deviceId };
  const options = { signal };
  switch (input.do) {
    case 'tap':
      if (!point) throw new ToolError('Give the element or the point to tap.');
      await client.tapDevice({ params, body: point }, options);
      return;
    case 'swipe': {
      if (!point || !to) throw new ToolError('Give the point where the swipe starts, and the point “to”.');
      const body = { startX: point.x, startY: point.y, endX: to.x, endY: to.y, duration };
      await client.swipeDevice({ params, body }, options);
      return;
    }
    case 'type':
    case 'typePasscode': {
      const typed = input.do === 'type' ? text : passcodes.codeOf(handle, connection.id, Date.now());
      if (typed === undefined)
        throw new ToolError(
          input.do === 'type'
            ? 'Give the text to type.'
            : 'This handle is unknown, outdated or of another connection. Call wait_for_passcode again.',
        );
      if (point) await client.tapDevice({ params, body: point }, options);
      if (input.do === 'typePasscode') {
        // Noted before, since the text can arrive although the call fails.
        const app = await appOn(connection, deviceId, signal);
        passcodes.noteTyped({ connectionId: connection.id, deviceId, app }, Date.now());
      }
      await client.typeText({ params, body: { text: typed } }, options);
      return;
    }
    case 'clear':
      if (point) await client.tapDevice({ params, body: point }, options);
      await client.clearInput({ params }, options);
      return;
    case 'press':
      if (!button) throw new ToolError('Give the button to press: back, home or recents.');
      await client.pressGlobal({ params, body: { action: BUTTONS[button] } }, options);
      return;
  }
}
