import type { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import type { HostChange, HostWatch } from '../test/support/hostWatch.ts';
import { Limits } from '../src/contract/limits.ts';
import { until } from '../test/support/until.ts';
import { sized } from './sized.ts';

const KEYS = sized(30, 3);
const PACE_MS = 60;
const NAME = 'flow-inspector [id="input-%2Fname"]';
const PROBLEMS = 'flow-inspector [id="problems-%2Fname"]';

/** Times from a key press in a field of the page, in milliseconds. */
interface KeyTimes {
  /** Times until the document in the extension host changes, for single keys. */
  readonly text: readonly number[];
  /** Times until the problem below the field appears or disappears, for single keys. */
  readonly problems: readonly number[];
  /** Times until the document changes, with a key every 60 ms. */
  readonly fast: readonly number[];
}

/** Types into the name of the open flow; `watch` reports the changes of its document. */
export async function timeKeys(flows: FlowWorkbench, watch: HostWatch): Promise<KeyTimes> {
  const { page } = flows.workbench;
  const name = flows.view.getByRole('textbox', { name: 'Name' });
  const idle = flows.view.locator('flow-editor[aria-busy=false]');
  const text: number[] = [];
  const problems: number[] = [];
  // One more character exceeds the limit, so that each key adds or removes the problem.
  await name.fill('n'.repeat(Limits.flowName));
  await idle.waitFor();
  for (let round = 0; round < KEYS; round++) {
    await inPage(flows, LISTEN);
    await watch.changes();
    await page.keyboard.press(round % 2 === 0 ? 'n' : 'Backspace');
    const { pressed, judged } = (await inPage(flows, 'globalThis.heard')) as Heard;
    const [change] = await changesAfter(watch, 1);
    text.push((change?.at ?? Number.NaN) - pressed);
    problems.push(judged - pressed);
    await idle.waitFor();
  }
  await name.fill('n');
  await idle.waitFor();
  await inPage(flows, NOTE_KEYS);
  await watch.changes();
  await page.keyboard.type('n'.repeat(KEYS), { delay: PACE_MS });
  await idle.waitFor();
  const pressed = (await inPage(flows, 'globalThis.noted')) as readonly number[];
  const changes = await changesAfter(watch, 1);
  const longest = Math.max(...changes.map(({ length }) => length));
  const fast = pressed.map((at, index) => {
    const minimum = longest - (KEYS - 1 - index);
    return (changes.find(({ length }) => length >= minimum)?.at ?? Number.NaN) - at;
  });
  return { text, problems, fast };
}

interface Heard {
  /** In milliseconds since 1970. */
  readonly pressed: number;
  readonly judged: number;
}

/** Measures the time of the next key press and of the next change of the problem. */
const LISTEN = `{
  const isWrong = () => document.querySelector('${PROBLEMS}') !== null;
  const before = isWrong();
  globalThis.heard = new Promise(done => {
    let pressed;
    addEventListener('keydown', ({ timeStamp }) => { pressed = performance.timeOrigin + timeStamp; },
      { once: true, capture: true });
    const observer = new MutationObserver(() => {
      if (isWrong() === before) return;
      observer.disconnect();
      done({ pressed, judged: performance.timeOrigin + performance.now() });
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  // The promise would be waited for at once.
  undefined;
}`;

/** Records the time of each key press in the field. */
const NOTE_KEYS = `{
  globalThis.noted = [];
  document.querySelector('${NAME}').addEventListener('keydown', ({ timeStamp }) => {
    globalThis.noted.push(performance.timeOrigin + timeStamp);
  });
}`;

async function changesAfter(watch: HostWatch, count: number): Promise<readonly HostChange[]> {
  const changes: HostChange[] = [];
  await until('the document is changed', async () => {
    changes.push(...(await watch.changes()));
    return changes.length >= count;
  });
  return changes;
}

/** Evaluates a script in the page of the visible editor. */
export function inPage({ view }: FlowWorkbench, script: string): Promise<unknown> {
  return view.locator('body').evaluate(script);
}
