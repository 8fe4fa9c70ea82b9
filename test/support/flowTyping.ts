import type { CatalogAction } from '../../src/flow/catalog.ts';
import { checkFlow } from '../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { newStep } from '../../src/flow/form/newStep.ts';
import type { FlowWorkbench } from './flowWorkbench.ts';
import type { HostWatch } from './hostWatch.ts';
import { sampleCatalog } from './sampleCatalog.ts';

/** The maximum of the value is 1000. */
const TYPED = '"times": 1';
const RIGHT = '000';
const ONE_TOO_MANY = '0';
const PACE_MS = 30;
const SQUIGGLES = '.monaco-editor .squiggly-error';

/** Returns a valid flow of many entries, with an editable number in the middle. */
export function longFlow(entries: number): string {
  const catalog = sampleCatalog();
  const actions = catalog.searchActions('', Infinity);
  const repeat = actions.find(({ name }) => name === 'Repeat');
  if (!repeat) throw new Error('The demo catalog has no action “Repeat”.');
  const flowOf = (steps: readonly CatalogAction[]): string => {
    const list = steps.map((action, index) => ({ position: index + 1, ...newStep(action) }));
    const flow = { name: 'Long', triggerId: catalog.triggers?.[0]?.id, actions: list };
    return JSON.stringify(flow, undefined, 2);
  };
  const right = actions.filter(action => checkFlow(parseFlow(flowOf([action])), catalog).length === 0);
  const steps = Array.from({ length: entries }, (_, index) => right[index % right.length] ?? repeat);
  const middle = Math.floor(entries / 2);
  const entry = { actionId: repeat.id, position: middle + 1, overrides: { params: { times: 1 } } };
  const flow = JSON.parse(flowOf(steps)) as { actions: object[] };
  return JSON.stringify({ ...flow, actions: flow.actions.with(middle, entry) }, undefined, 2);
}

/** Response times while typing in a long flow, in milliseconds. */
interface TypingTimes {
  /** Time from the last key to the error mark, for each round. */
  readonly toMark: readonly number[];
  /** Longest time for which the extension host was blocked. */
  readonly longestBlock: number;
}

/** Types into the middle of a flow in the text editor until the last key makes a value invalid, and undoes it. */
export async function typeInLongFlow(
  flows: FlowWorkbench,
  watch: HostWatch,
  text: string,
  rounds: number,
): Promise<TypingTimes> {
  const { page } = flows.workbench;
  await flows.goTo(text, text.indexOf(TYPED) + TYPED.length);
  const mark = page.locator(SQUIGGLES).first();
  await mark.waitFor({ state: 'hidden' });
  const toMark: number[] = [];
  await watch.begin();
  for (let round = 0; round < rounds; round++) {
    await page.keyboard.type(RIGHT, { delay: PACE_MS });
    const start = performance.now();
    await page.keyboard.press(ONE_TOO_MANY);
    await mark.waitFor();
    toMark.push(performance.now() - start);
    for (let left = RIGHT.length + ONE_TOO_MANY.length; left > 0; left--)
      await page.keyboard.press('Backspace');
    await mark.waitFor({ state: 'hidden' });
  }
  return { toMark, longestBlock: await watch.end() };
}
