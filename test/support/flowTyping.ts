import type { CatalogAction } from '../../src/flow/catalog.ts';
import { FlowChecker } from '../../src/flow/check/flowChecker.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { newStep } from '../../src/flow/form/newStep.ts';
import type { FlowWorkbench } from './flowWorkbench.ts';
import type { HostWatch } from './hostWatch.ts';
import { sampleCatalog } from './sampleCatalog.ts';

/** Takes 1000 and no more. */
const TYPED = '"times": 1';
const RIGHT = '000';
const ONE_TOO_MANY = '0';
const PACE_MS = 30;
const SQUIGGLES = '.monaco-editor .squiggly-error';

/** A flow of many entries in which nothing is wrong, with a number in the middle that can be typed into. */
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
  const checker = new FlowChecker(catalog);
  const right = actions.filter(action => checker.check(parseFlow(flowOf([action]))).length === 0);
  const steps = Array.from({ length: entries }, (_, index) => right[index % right.length] ?? repeat);
  const middle = Math.floor(entries / 2);
  const place = { actionId: repeat.id, position: middle + 1, overrides: { params: { times: 1 } } };
  const flow = JSON.parse(flowOf(steps)) as { actions: object[] };
  return JSON.stringify({ ...flow, actions: flow.actions.with(middle, place) }, undefined, 2);
}

/** What a person meets who types in a long flow, in milliseconds. */
export interface TypingTimes {
  /** From the last key to the mark below what is wrong, of each round. */
  readonly toMark: readonly number[];
  /** The longest time that the extension host was busy with one thing. */
  readonly longestBlock: number;
}

/** Types into the middle of a flow that is open as text, until its last key makes a value wrong, and back. */
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
