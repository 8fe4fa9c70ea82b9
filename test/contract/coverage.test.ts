import assert from 'node:assert/strict';
import type { TraceStep } from '../../src/contract/sandbox/traces.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { coverFlow, type DecisionKind } from '../../src/flow/run/coverage.ts';
import { type RunStep, runSteps } from '../../src/flow/run/runSteps.ts';
import { readEvidence } from '../../src/deploy/explainExecution.ts';
import { runCase, type TestBench } from '../../src/flowTest/runCase.ts';
import type { TestCase } from '../../src/flowTest/testFile.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { isObject } from '../../src/util/isObject.ts';
import { conditionStep, failingStep, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);

/** A flow whose branch, rounds, and failures depend on the payload, with steps that are not in their order. */
const flow = {
  name: 'Many ways',
  triggerId: demoTriggerId('custom'),
  deviceIds: ['phone', 'tablet'].map(demoDeviceId),
  actions: [
    step(
      'flow.branch',
      3,
      { left: '{{event.payload.kind}}', operator: 'equals', right: 'full' },
      {
        children: [step('flow.wait', 2, { seconds: 1 }), conditionStep(1, '{{device.name}}')],
      },
    ),
    step(
      'flow.repeat',
      2,
      { items: '{{event.payload.items}}' },
      {
        continueOnError: true,
        children: [
          // There is no such field for the last item.
          conditionStep(2, '{{item.name}}', { continueOnError: true }),
          conditionStep(1, '{{item}}'),
        ],
      },
    ),
    failingStep(1, { continueOnError: true }),
    step(
      'flow.branch',
      4,
      { left: '{{event.payload.end}}', operator: 'equals', right: true },
      {
        children: [step('flow.stop', 1, { outcome: 'success' })],
      },
    ),
    step('flow.wait', 5, { seconds: 1 }),
  ],
};

const cases: readonly TestCase[] = [
  { name: 'all', payload: { kind: 'full', items: [{ name: 'a' }, {}, { name: 'c' }], end: false } },
  { name: 'no items', payload: { kind: 'none', items: [], end: false } },
  { name: 'stopped', payload: { kind: 'full', items: [{ name: 'b' }], end: true } },
  { name: 'no end', payload: { kind: 'full', items: [{}] } },
  { name: 'one device', payload: { kind: 'x', items: [{}], end: true }, deviceIds: [demoDeviceId('phone')] },
];

function holds({ left, operator, right }: Readonly<Record<string, unknown>>): boolean {
  return operator === 'exists' ? left !== undefined : left === right;
}

describe('coverage', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());

  it('the coverage of flows has the executions that the engine recorded', async () => {
    const { client, sandboxClient } = sandbox;
    const bench: TestBench = { client, sandboxClient, catalog };
    const text = JSON.stringify(flow, undefined, 2);
    const runs: (readonly RunStep[])[] = [];
    const recorded: TraceStep[] = [];
    for (const test of cases) {
      const result = await runCase(bench, text, test);
      assert.ok(result.execution, `${test.name}: ${JSON.stringify(result.failures)}`);
      runs.push(runSteps(result.execution.result));
      // Each device has an execution of its own.
      const query = { flowId: result.execution.flowId ?? '' };
      for (const { id } of (await client.listExecutions({ query })).value.items ?? []) {
        const evidence = await readEvidence(sandboxClient, id);
        assert.ok(evidence);
        recorded.push(...evidence.steps);
      }
    }
    const covered = coverFlow(parseFlow(text), catalog, runs);
    assert.equal(covered.length, 10);
    for (const { place, runs: count, rounds, decisions } of covered) {
      const { index, child, number } = place.step;
      const own = recorded.filter(
        one => one.index === index && (one.childIndex ?? undefined) === child && one.status !== 'skipped',
      );
      const ending = (status: string): number => own.filter(one => one.status === status).length;
      // The output of a branch in which the run stopped does not say it, but its parameters do.
      const deciding = (taken: boolean): number =>
        own.filter(one => one.status !== 'failed' && holds(one.params ?? {}) === taken).length;
      assert.equal(count, own.length, `runs of step ${number}`);
      const given = own.flatMap(({ output }) => (isObject(output) ? [Number(output['rounds'] ?? 0)] : []));
      if (rounds !== undefined)
        assert.equal(
          rounds,
          given.reduce((sum, one) => sum + one, 0),
        );
      const expected: Readonly<Record<DecisionKind, readonly [number, number]>> = {
        branch: [deciding(true), deciding(false)],
        failure: [ending('success'), ending('failed')],
      };
      for (const { kind, yes, no } of decisions)
        assert.deepEqual([yes, no], expected[kind], `${kind} of step ${number}`);
    }
    const outline = covered.map(({ place, runs: count, decisions }) =>
      [place.step.number, count, ...decisions.map(({ yes, no }) => `${yes}/${no}`)].join(' '),
    );
    // Counted by hand from the cases, so that an engine that records nothing does not pass.
    assert.deepEqual(outline, [
      '1 9 6/3',
      '1.1 6',
      '1.2 6 6/0',
      '2 9 7/2',
      '2.1 11 6/0 6/5',
      '2.2 11 11/0',
      '3 9 0/0 0/9',
      '4 9 3/4',
      '4.1 3',
      '5 4',
    ]);
  });
});
