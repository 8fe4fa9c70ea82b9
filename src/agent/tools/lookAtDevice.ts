import * as z from 'zod';
import { Marked, markIfAny } from '../marked.ts';
import { connectionInput, DeviceId } from '../schemas.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { hasSecrets, hideInElements, shownPasscodes } from '../../flow/selector/screenSecrets.ts';
import { notableElements, readScreen, screenLine, type SeenScreen, takePicture } from './screens.ts';
import { ScreenLine } from './screenSchemas.ts';

/** Reads the screen of a device. */
export const lookAtDevice = defineTool({
  name: 'look_at_device',
  title: 'Look at Device',
  description:
    'Read the screen of a device: the elements that have a text or can be tapped, in reading order, with their centers in pixels. With picture, also a picture, unless a passcode or password is on the screen.',
  input: z.strictObject({
    ...connectionInput,
    deviceId: DeviceId,
    picture: z.boolean().default(false),
    limit: z.int().min(1).max(200).default(60),
  }),
  output: z.object({
    app: Marked.optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    keyboard: z.boolean(),
    elements: z.array(ScreenLine),
    more: z.int(),
    picture: z.enum(['taken', 'withheld', 'unavailable']).optional(),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { deviceId: '00000000-0000-4000-8000-000000000000' },
  run: async ({ deviceId, picture, limit }, context) => {
    const { connection, passcodes, signal } = context;
    const seen = await readScreen(connection, deviceId, signal);
    const { state, screen } = seen;
    const codes = passcodes.hiderWith(shownPasscodes(screen.elements));
    const shown = hideInElements(screen.elements, codes);
    const elements = notableElements(screen);
    const { phone_state: phone, device_context: device } = state;
    let isWithheld = canShowSecret(seen, deviceId, context);
    let taken = picture && !isWithheld ? await takePicture(context, deviceId) : undefined;
    // Another call can type a passcode, or a mail arrive, while the picture is taken.
    if (taken && canShowSecret(await readScreen(connection, deviceId, signal), deviceId, context)) {
      isWithheld = true;
      taken = undefined;
    }
    const outcome: 'withheld' | 'taken' | 'unavailable' = isWithheld
      ? 'withheld'
      : taken
        ? 'taken'
        : 'unavailable';
    return {
      output: {
        app: markIfAny('device', phone?.currentApp ?? phone?.packageName),
        width: device?.screen_bounds?.width,
        height: device?.screen_bounds?.height,
        keyboard: phone?.keyboardVisible === true,
        elements: elements.slice(0, limit).map(element => screenLine(element, shown.get(element) ?? element)),
        more: Math.max(0, elements.length - limit),
        ...(picture ? { picture: outcome } : {}),
      },
      picture: taken,
    };
  },
});

/** True if a picture of a screen could show a passcode or password. */
function canShowSecret(
  { state, screen }: SeenScreen,
  deviceId: string,
  { connection, passcodes }: ToolContext,
): boolean {
  const app = state.phone_state?.packageName ?? undefined;
  const codes = passcodes.hiderWith(shownPasscodes(screen.elements));
  return (
    passcodes.isTypedOn({ connectionId: connection.id, deviceId, app }, Date.now()) ||
    hasSecrets(screen, codes)
  );
}
