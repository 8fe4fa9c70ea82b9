import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { type CoveredStep, coverFlow, stepsNotRun } from '../../../../src/flow/run/coverage.ts';
import { runSteps } from '../../../../src/flow/run/runSteps.ts';

const catalog = createCatalog(
  ['repeat', 'branch', 'wait'].map(name => ({ id: name, name, method: `flow.${name}` })),
);

const text = `{
  "actions": [
    { "actionId": "branch", "position": 3, "children": [{ "actionId": "wait", "position": 1 }] },
    {
      "actionId": "repeat", "position": 1, "continueOnError": true,
      "children": [
        { "actionId": "wait", "position": 2 },
        { "actionId": "wait", "position": 1 }
      ]
    },
    { "actionId": "repeat", "position": 2 }
  ]
}`;

type Log = readonly Readonly<Record<string, unknown>>[];

function cover(...logs: readonly Log[]): readonly CoveredStep[] {
  const runs = logs.map(steps => runSteps({ steps }));
  return coverFlow(parseFlow(text), catalog, runs);
}

/** Formats counts as lines such as `4 branch: 2, branch 1/0`, with the line of each step. */
function lines(steps: readonly CoveredStep[]): string[] {
  return steps.map(({ place, runs, rounds, decisions }) =>
    [
      `${place.line + 1} ${place.step.number}: ${runs}`,
      ...(rounds === undefined ? [] : [`${rounds} rounds`]),
      ...decisions.map(({ kind, yes, no }) => `${kind} ${yes}/${no}`),
    ].join(', '),
  );
}

const repeated = (round: number, childIndex: number, status = 'success', deviceId = 'd'): Log[number] => ({
  index: 0,
  childIndex,
  round,
  status,
  deviceId,
});

it('the coverage of a flow lists all steps in the order of the text, without a run', () => {
  assert.deepEqual(lines(cover()), [
    '3 1: 0, branch 0/0',
    '3 1.1: 0',
    '4 2: 0, 0 rounds, failure 0/0',
    '7 2.1: 0',
    '8 2.2: 0',
    '11 3: 0, 0 rounds',
  ]);
});

it('the coverage of a flow counts rounds, sides of decisions, and the steps of several runs and devices', () => {
  const first: Log = [
    { index: 0, status: 'success', deviceId: 'd', output: { rounds: 2 } },
    ...[repeated(0, 0), repeated(0, 1), repeated(1, 0), repeated(1, 1)],
    { index: 1, status: 'success', deviceId: 'd', output: { rounds: 3 } },
    { index: 2, status: 'success', deviceId: 'd', output: { taken: false } },
    { index: 2, childIndex: 0, status: 'skipped', deviceId: 'd' },
    { index: 0, status: 'success', deviceId: 'e', output: { rounds: 1 } },
    ...[repeated(0, 0, 'success', 'e'), repeated(0, 1, 'success', 'e')],
    { index: 1, status: 'success', deviceId: 'e', output: { rounds: 0 } },
    { index: 2, status: 'success', deviceId: 'e', output: { taken: true } },
    { index: 2, childIndex: 0, status: 'success', deviceId: 'e' },
  ];
  const second: Log = [
    { index: 0, status: 'failed', deviceId: 'd' },
    repeated(0, 0, 'failed'),
    repeated(0, 1, 'skipped'),
    { index: 1, status: 'running', deviceId: 'd' },
    { index: 2, status: 'skipped', deviceId: 'd' },
  ];
  assert.deepEqual(lines(cover(first, second)), [
    '3 1: 2, branch 1/1',
    '3 1.1: 1',
    '4 2: 3, 4 rounds, failure 2/1',
    '7 2.1: 3',
    '8 2.2: 4',
    '11 3: 3, 3 rounds',
  ]);
});

it('the coverage of a flow tells which steps did not run, also after others were moved or edited', () => {
  const log: Log = [
    { index: 1, status: 'success' },
    { index: 2, status: 'success', output: { taken: false } },
    { index: 2, childIndex: 0, status: 'skipped' },
  ];
  const coverage = { text, steps: cover(log) };
  const pathsIn = (now: string): string[] =>
    stepsNotRun(parseFlow(now), coverage).map(path => path.filter(part => part !== 'actions').join('.'));
  const all = ['0.children.0', '1', '1.children.0', '1.children.1'];
  assert.deepEqual(pathsIn(text).toSorted(), all);
  const flow = JSON.parse(text) as { actions: { continueOnError?: boolean }[] };
  const moved = { actions: [flow.actions[2], flow.actions[0], flow.actions[1]] };
  assert.deepEqual(pathsIn(JSON.stringify(moved)).toSorted(), [
    '1.children.0',
    '2',
    '2.children.0',
    '2.children.1',
  ]);
  const edited = text.replace('"continueOnError": true', '"continueOnError": false');
  assert.deepEqual(
    pathsIn(edited).toSorted(),
    all.filter(path => path !== '1'),
  );
});

it('the coverage of a flow ignores steps and outputs that the flow cannot have', () => {
  const odd: Log = [
    { index: 7, status: 'success' },
    { index: 2, status: 'success', output: { taken: 'yes' } },
    { index: 1, status: 'success', output: { rounds: 'many' } },
  ];
  const [branch, , , , , repeat] = lines(cover(odd));
  assert.deepEqual([branch, repeat], ['3 1: 1, branch 0/0', '11 3: 1, 0 rounds']);
  assert.deepEqual(coverFlow(parseFlow('not JSON'), catalog, [runSteps({ steps: odd })]), []);
});
