import type { Services } from '../commandServices.ts';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import type { ClockState } from '../../contract/sandbox/control.ts';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { sandboxClockText } from '../../stores/sandboxStore.ts';
import { durationText, readDuration } from '../../util/duration.ts';
import { done } from '../prompts/ask.ts';
import { inSandbox } from './sandboxClient.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOVES = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS, 7 * DAY_MS];
/** All schedules in between are run, so a longer move could take very long. */
const MAX_MOVE_MS = 31 * DAY_MS;

/** Prompts for a duration and advances the sandbox clock by it; everything due in between is run in order. */
export const moveClock = inSandbox(async (services, client) => {
  const milliseconds = await askMove();
  if (milliseconds !== undefined)
    await change(services, () => client.advanceClock({ body: { milliseconds } }));
});

export const freezeClock = changing(client => client.setClock({ body: { frozen: true } }));

export const resumeClock = changing(client => client.setClock({ body: { frozen: false } }));

/** Sets the sandbox clock back to the computer's time. */
export const resetClock = changing(client => client.resetClock({}));

type ClockCall = Promise<{ readonly value: { readonly data: ClockState } }>;

function changing(call: (client: SandboxClient) => ClockCall) {
  return inSandbox((services, client) => change(services, () => call(client)));
}

async function change({ sandboxStore }: Services, call: () => ClockCall): Promise<void> {
  const { value } = await dialogs.withProgress({ location: { viewId: View.sandbox } }, call);
  await sandboxStore.refresh();
  done(`Sandbox clock: ${sandboxClockText(value.data)}.`);
}

async function askMove(): Promise<number | undefined> {
  const picked = await dialogs.showQuickPick(
    [
      ...MOVES.map(milliseconds => ({ label: durationText(milliseconds), milliseconds })),
      { label: 'Other…', milliseconds: undefined },
    ],
    {
      title: 'Advance Sandbox Clock',
      placeHolder: 'Schedules, retries and time-outs on the way take effect',
    },
  );
  if (!picked || picked.milliseconds !== undefined) return picked?.milliseconds;
  const text = await dialogs.showInputBox({
    title: 'Advance Sandbox Clock',
    prompt: 'Such as 90 min, 1.5 h or 2 d 6 h',
    ignoreFocusOut: true,
    validateInput: value => {
      const read = readDuration(value) ?? 0;
      return read > 0 && read <= MAX_MOVE_MS
        ? undefined
        : `Enter a time up to ${durationText(MAX_MOVE_MS)}, such as 90 min or 2 h 30 min.`;
    },
  });
  return text === undefined ? undefined : readDuration(text);
}
