import assert from 'node:assert/strict';
import { comparisonReport } from '../../../../src/commands/reports/comparisonReport.ts';
import type { TraceScreen, TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { compareRuns } from '../../../../src/flow/trace/compareRuns.ts';
import type { Evidence } from '../../../../src/flow/explain/explanation.ts';

type Given = Partial<TraceStep> & { readonly text?: string };

const bounds = { left: 0, top: 0, right: 9, bottom: 9 };
const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 14) + seconds * 1000).toISOString();
const screen = (id: string, app: string, ...texts: string[]): TraceScreen => ({
  id,
  app,
  elements: texts.map(text => ({ text, bounds })),
});

function run(given: readonly Given[], more: Partial<Evidence> = {}): Evidence {
  const steps = given.map(({ text, ...step }, index) => ({
    ...{ id: String(index), index, method: 'device.tap', status: 'success' },
    ...{ name: 'Tap', startedAt: at(0), finishedAt: at(1) },
    params: text === undefined ? undefined : { target: { text } },
    ...step,
  }));
  return { run: { executionId: 'e', flowId: 'f', flowName: 'Sign in' }, steps, screens: [], ...more };
}

function texts(left: Evidence, right: Evidence): string[] {
  return compareRuns(left, right).steps.flatMap(({ left: one, right: other, differences }) =>
    differences.map(({ kind, text }) => `${one?.index ?? '-'} ${other?.index ?? '-'} ${kind}: ${text}`),
  );
}

it('the comparison of two runs finds no difference between equal runs, whatever IDs and times they have', () => {
  const outputOf = (end: string): object => ({
    id: `aaaaaaaa-0000-4000-8000-00000000000${end}`,
    fileId: `file_73e3f1d30ed34a92afe${end}`,
    receivedAt: at(Number(end)),
    tookMs: Number(end),
  });
  const left = run([{ text: 'A', output: outputOf('1') }]);
  const right = run([{ text: 'A', output: outputOf('2') }]);
  assert.deepEqual(texts(left, right), []);
  assert.equal(compareRuns(left, right).first, undefined);
  assert.match(
    comparisonReport({ name: 'a', evidence: left }, { name: 'b', evidence: right }),
    /^# Comparison of two runs of “Sign in”\n\n\*\*The runs do not differ\.\*\*/,
  );
});

it('the comparison of two runs finds differences of status, parameters, output, screen, and time', () => {
  const left = run(
    [
      { text: 'A', params: { city: 'Rome' }, output: { total: 1, list: [1, 2] }, screenAfter: 's' },
      { text: 'B', finishedAt: at(4) },
      { text: 'C' },
    ],
    { screens: [screen('s', 'Shop', 'Pay', '10:41')] },
  );
  const error = 'No element with the text “C” is on the screen.';
  const right = run(
    [
      { text: 'A', params: { city: 'Paris' }, output: { total: 2, list: [1, 3] }, screenAfter: 's' },
      { text: 'B' },
      { text: 'C', status: 'failed', error },
    ],
    { screens: [screen('s', 'Shop', 'Paid', '10:59')] },
  );
  assert.deepEqual(texts(left, right), [
    '0 0 params: Parameter “city” is “Rome” in the first run and “Paris” in the second.',
    '0 0 output: Output “total” is “1” in the first run and “2” in the second.',
    '0 0 output: Output “list, item 2” is “2” in the first run and “3” in the second.',
    '0 0 screen: Only the first screen shows “Pay”.',
    '0 0 screen: Only the second screen shows “Paid”.',
    '1 1 time: It took 4.0 s in the first run and 1.0 s in the second.',
    `2 2 status: First run: succeeded. Second run: failed: ${error}`,
  ]);
  assert.deepEqual(
    texts(
      run([{ screenAfter: 's' }], { screens: [screen('s', 'Shop')] }),
      run([{ screenAfter: 's' }], { screens: [{ ...screen('s', 'Maps'), dialog: 'Update' }] }),
    ),
    ['0 0 screen: The app in front is “Shop” in the first run and “Maps” in the second.'],
  );
});

it('the comparison of two runs finds what is checked in one run only, also by its description or ID', () => {
  const box = (name: object, checked?: boolean): TraceScreen => ({
    ...{ id: 's', app: 'Shop' },
    elements: [
      { ...name, bounds, checked },
      { ...name, bounds, checked: true },
    ],
  });
  const found = (name: object, checked: boolean): string[] =>
    texts(
      run([{ screenAfter: 's' }], { screens: [box(name)] }),
      run([{ screenAfter: 's' }], { screens: [box(name, checked)] }),
    );
  assert.deepEqual(found({ text: 'I accept the terms' }, false), []);
  const sentence = (name: string): string => `0 0 screen: Checked only on the second screen: ${name}.`;
  assert.deepEqual(found({ text: 'I accept the terms' }, true), [sentence('“I accept the terms”')]);
  assert.deepEqual(found({ description: 'Terms' }, true), [sentence('“Terms”')]);
  assert.deepEqual(found({ resourceId: 'shop:id/terms' }, true), [sentence('“shop:id/terms”')]);
});

it('the comparison of two runs prefers another difference to one of time', () => {
  const left = run([
    { text: 'A', finishedAt: at(9) },
    { text: 'B', output: { x: 1 } },
  ]);
  const right = run([{ text: 'A' }, { text: 'B', output: { x: 2 } }]);
  assert.equal(compareRuns(left, right).first?.left?.index, 1);
  assert.equal(
    compareRuns(left, run([{ text: 'A' }, { text: 'B', output: { x: 1 } }])).first?.left?.index,
    0,
  );
});

it('the comparison of two runs matches steps by what they do, although they moved, and names those that only one run has', () => {
  const left = run([{ text: 'A' }, { text: 'B' }, { text: 'C' }]);
  const right = run([{ text: 'C' }, { text: 'A' }, { text: 'D', name: 'Other' }]);
  assert.deepEqual(texts(left, right), [
    '- 2 missing: Only the second run has this step.',
    '1 - missing: Only the first run has this step.',
  ]);
  const report = comparisonReport({ name: 'a', evidence: left }, { name: 'b', evidence: right });
  assert.match(report, /The first difference is in step 3 “Other”: Only the second run has this step\./);
  assert.match(report, /\| 3 “Tap” \\\(1 in the second run\\\) /);
});

it('the comparison of two runs knows an edited step by its place, and one with expressions by these', () => {
  const edited = texts(run([{ text: 'A' }]), run([{ text: 'A2' }]));
  assert.deepEqual(edited, [
    '0 0 params: Parameter “target.text” is “A” in the first run and “A2” in the second.',
  ]);
  const order = (value: string): Given => ({
    text: `Order ${value}`,
    values: [{ path: ['target', 'text'], expression: '{{event.payload.order}}', value }],
  });
  const moved = compareRuns(run([order('1'), { text: 'B' }]), run([{ text: 'B' }, order('2')]));
  assert.deepEqual(
    moved.steps.map(({ left, right }) => [left?.index, right?.index]),
    [
      [0, 1],
      [1, 0],
    ],
  );
});

it('the comparison of two runs compares each round and device, also if the second run used another device', () => {
  const steps = (...devices: string[]): Given[] =>
    devices.flatMap(deviceId =>
      [0, 1].map(round => ({ index: 0, childIndex: 0, round, deviceId, text: 'A', output: { round } })),
    );
  assert.deepEqual(texts(run(steps('a', 'b')), run(steps('b', 'c'))), []);
  assert.deepEqual(texts(run(steps('a', 'b')), run(steps('b'))).length, 2);
});

it('the comparison of two runs says how the payloads differ', () => {
  const withPayload = (payload: Record<string, unknown>): Evidence =>
    run([], { run: { executionId: 'e', payload } });
  assert.deepEqual(compareRuns(withPayload({ n: 1 }), withPayload({ n: '2' })).about, [
    'Payload: “n” is “1” in the first run and “2” in the second.',
  ]);
});

it('the comparison of two runs escapes names and values', () => {
  const name = '[x](command:y) <b>|';
  const left = run([{ name, text: '![a](http://b)' }], { run: { executionId: 'e', flowName: name } });
  const right = run([{ name, text: '| <script>' }]);
  const report = comparisonReport({ name: 'a', evidence: left }, { name: 'b', evidence: right });
  assert.ok(!/<b>|<script>|\]\(command|\]\(http/.test(report), report);
});

it('the comparison of two runs takes thousands of steps without quadratic work', () => {
  const many = (from: number): Evidence =>
    run(Array.from({ length: 5000 }, (_, index) => ({ text: String(index + from) })));
  const began = performance.now();
  assert.equal(compareRuns(many(0), many(2500)).steps.length, 7500);
  assert.ok(performance.now() - began < 20_000);
});
