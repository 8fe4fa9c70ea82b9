import { setImmediate as turn } from 'node:timers/promises';
import { Agent } from 'undici';
import { launchBrowser } from '../scripts/host/browser.mjs';
import { type Client, createClient } from '../src/client/client.ts';
import type { UiNode } from '../src/contract/records/uiState.ts';
import type { DevicePoint } from '../src/flow/record/deviceGesture.ts';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { SANDBOX } from '../src/stores/connection.ts';
import { Session } from '../src/stores/session.ts';
import type { PanelState } from '../src/protocol/devicePanel.ts';
import type { PickChoices } from '../src/protocol/elementPick.ts';
import { ready } from '../test/support/panelStates.ts';
import { RecordedPanel } from '../test/support/recordedPanel.ts';
import { launchSandbox } from '../test/support/sandboxProcess.ts';
import { loadWebview } from '../test/support/webviewPage.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(30, 1);
/** The number of gestures in a row that are recorded or not. */
const BLOCK = 8;
const KINDS = ['alone', 'recorded'] as const;

const ELEMENTS = 500;
const COLUMNS = 20;
const FRAMES = sized(600, 10);
/** The time of one of 60 frames a second, in milliseconds. */
const FRAME_MS = 1000 / 60;

/** Measures what recording adds to a gesture, and whether the outline of a pick follows the pointer. */
export async function measureRecorder(figures: Figures): Promise<void> {
  await measureGestures(figures);
  await measureOutlines(figures);
}

/** Times gestures on a device in its panel, in turns recorded and not recorded. */
async function measureGestures(figures: Figures): Promise<void> {
  const sandbox = await launchSandbox();
  const dispatcher = new Agent();
  const key = (): Promise<string> => Promise.resolve(sandbox.apiKey);
  const client = createClient({ baseUrl: sandbox.baseUrl, dispatcher, key });
  const session = new Session(() => Promise.resolve(client));
  session.use(SANDBOX);
  const panel = new RecordedPanel(session, demoDeviceId('phone'));
  const { device, recorder, file } = panel;
  const params = { deviceId: device.deviceId };
  const times: Record<(typeof KINDS)[number], number[]> = { alone: [], recorded: [] };
  try {
    await client.tapDevice({ params, body: { ...(await centerOf(client, params, 'Form')) } });
    const fields = [
      await centerOf(client, params, 'Name'),
      await centerOf(client, params, 'E-mail'),
    ] as const;
    await device.refresh();
    for (let round = 0; round <= ROUNDS; round++) {
      // The order changes, because what one block leaves behind may take time of the next.
      for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
        if (kind === 'recorded') await recorder.start(device, file.recorded);
        for (let count = 0; count < BLOCK; count++) {
          const gesture = { kind: 'tap', at: fields[count % 2] ?? fields[0], stealth: false } as const;
          const before = file.edits;
          const took = await timed(() => device.perform(gesture));
          // The first round opens the connections.
          if (round > 0) times[kind].push(took);
          // A person looks at the screen before the next gesture.
          await device.look();
          while (kind === 'recorded' && file.edits === before) await turn();
        }
        await recorder.stop();
      }
    }
  } finally {
    panel.dispose();
    session.dispose();
    await dispatcher.destroy();
    await sandbox.kill();
  }
  const { length } = file.steps;
  if (length !== (ROUNDS + 1) * BLOCK) throw new Error(`${length} steps were recorded.`);
  const { alone, recorded } = times;
  figures.add('gesture in the device panel', median(alone), 'ms');
  figures.add('gesture in the device panel, recorded', median(recorded), 'ms');
  const ratio = median(recorded) / median(alone);
  figures.add('gesture in the device panel, recorded against not recorded', ratio, '×');
}

/** Returns the center of the tappable element of a device with a text or description. */
async function centerOf(
  client: Client,
  params: { readonly deviceId: string },
  name: string,
): Promise<DevicePoint> {
  const all = (node: UiNode): readonly UiNode[] => [node, ...(node.children ?? []).flatMap(all)];
  const { a11y_tree: tree } = (await client.getUiState({ params })).value;
  const found = (tree ? all(tree) : []).find(
    ({ text, contentDescription, isClickable }) =>
      isClickable === true && (text === name || contentDescription === name),
  );
  if (!found?.boundsInScreen) throw new Error(`“${name}” is not on the screen.`);
  const { left, top, right, bottom } = found.boundsInScreen;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** Times the frames of the page while the pointer moves over the elements of a screen, and at rest. */
async function measureOutlines(figures: Figures): Promise<void> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1000, height: 760 } });
    await context.addInitScript(hostScript());
    const page = await context.newPage();
    const errors: string[] = [];
    await loadWebview(page, 'devicePanel', 'dark', errors);
    await page.locator('.pick-banner').waitFor();
    const { idle, moving, outlined } = await page.evaluate<Followed>(FOLLOW);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const name = `outline of the pick among ${ELEMENTS} elements`;
    figures.add(`${name}: time of a frame at rest`, median(idle), 'ms');
    figures.addTimes(`${name}: time of a frame`, moving);
    figures.add(`${name}: median against a page at rest`, median(moving) / median(idle), '×');
    figures.add(`${name}: frames later than 1/60 s`, latePart(moving), '%');
    figures.add(`${name}: frames later than 1/60 s at rest`, latePart(idle), '%');
    figures.add(`${name}: outlined in the next frame`, (100 * outlined) / moving.length, '%');
  } finally {
    await browser.close();
  }
}

/** What the page measures itself: the milliseconds between the frames of the display. */
interface Followed {
  readonly idle: readonly number[];
  readonly moving: readonly number[];
  /** The number of frames after which the element at the pointer was outlined. */
  readonly outlined: number;
}

function latePart(times: readonly number[]): number {
  return (100 * times.filter(ms => ms > 1.5 * FRAME_MS).length) / times.length;
}

/** Returns a script that answers the requests of the page inside it. */
function hostScript(): string {
  const whole = { left: 0, top: 0, right: 1080, bottom: 2400, depth: 0, name: 'FrameLayout', facts: [] };
  const [width, height] = [1080 / COLUMNS, (2400 * COLUMNS) / ELEMENTS];
  const list = Array.from({ length: ELEMENTS }, (_, index) => {
    const [left, top] = [(index % COLUMNS) * width, Math.floor(index / COLUMNS) * height];
    const box = { left, top, right: left + width, bottom: top + height };
    return { ...box, depth: 1, name: `Button “Item ${index}”`, facts: [] };
  });
  const state: PanelState = {
    ...ready,
    elements: { list: [whole, ...list], problem: undefined, read: 1 },
    pick: { step: 'Tap', takesPoints: true, mode: undefined },
  };
  const choices: PickChoices = [
    { label: 'ID item', detail: 'Only match, likely to stay', isUnique: true },
    { label: 'Text “Item”', detail: `${ELEMENTS} matches, the first is used`, isUnique: false },
  ];
  return `{
    const state = ${JSON.stringify(state)};
    const choices = ${JSON.stringify(choices)};
    const post = message => setTimeout(() => window.postMessage(message, '*'));
    window.hostAsk = ({ id, request }) => {
      post({ kind: 'answer', id, answer: request.kind === 'pickChoices' ? choices : null });
      if (request.kind === 'open') post({ kind: 'state', state });
    };
  }`;
}

/** Runs in the page: the pointer moves to another element in each frame. */
const FOLLOW = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const glass = document.querySelector('.glass');
  const box = glass.getBoundingClientRect();
  const rows = ${ELEMENTS} / ${COLUMNS};
  const cell = { width: 1080 / ${COLUMNS}, height: 2400 / rows };
  const move = index => {
    const [column, row] = [index % ${COLUMNS}, Math.floor(index / ${COLUMNS}) % rows];
    const at = { x: (column + 0.5) * cell.width, y: (row + 0.5) * cell.height };
    const clientX = box.left + (at.x / 1080) * box.width;
    const clientY = box.top + (at.y / 2400) * box.height;
    glass.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true, pointerId: 1 }));
    return [String(column * cell.width), String(row * cell.height)].join();
  };
  const outline = () => {
    const rect = document.querySelector('.element.pointed');
    return rect && [rect.getAttribute('x'), rect.getAttribute('y')].join();
  };
  const measure = async work => {
    const times = [];
    let outlined = 0;
    let last = await frame();
    for (let index = 0; index < ${FRAMES}; index++) {
      const expected = work(index);
      const now = await frame();
      times.push(now - last);
      last = now;
      if (outline() === expected) outlined++;
    }
    return { times, outlined };
  };
  await measure(move);
  const { times: idle } = await measure(() => undefined);
  const { times: moving, outlined } = await measure(move);
  return { idle, moving, outlined };
})()`;
