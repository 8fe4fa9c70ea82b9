import assert from 'node:assert/strict';
import { type PastRun, RunHistory } from '../../../src/appState/runHistory.ts';
import type { Evidence } from '../../../src/flow/explain/explanation.ts';

function run(id: string, startedAt?: string): PastRun {
  return {
    execution: { id, status: 'success', ...(startedAt === undefined ? {} : { startedAt }) },
    ...{ connectionId: 'sandbox', isTest: false, isDebug: false, text: undefined },
  };
}

const at = (second: number): string => new Date(Date.UTC(2026, 2, 14, 10, 0, second)).toISOString();
const evidence = (executionId: string): Evidence => ({ run: { executionId }, steps: [], screens: [] });

describe('appState/runHistory', () => {
  const idsOf = (history: RunHistory, file: string): string[] =>
    history.of(file).map(({ execution }) => execution.id);

  it('the history of runs in a window has the last 20 runs of a file, the latest first, each once', () => {
    const history = new RunHistory();
    for (let second = 0; second < 22; second++) history.note('a', run(`r${second}`, at(second)));
    history.note('a', { ...run('r21', at(21)), isDebug: true });
    history.note('b', run('other', at(1)));
    assert.equal(history.of('a').length, 20);
    assert.deepEqual(idsOf(history, 'a').slice(0, 2), ['r21', 'r20']);
    assert.equal(history.of('a')[0]?.isDebug, true);
    history.note('a', run('pending'));
    assert.equal(idsOf(history, 'a')[0], 'pending');
    assert.deepEqual([history.find('other')?.file, history.find('r0')], ['b', undefined]);
  });

  it('the history of runs in a window keeps the evidence of a run as long as the run, and no other', async () => {
    const history = new RunHistory();
    history.note('a', run('kept', at(0)));
    history.keep('kept', () => Promise.resolve(evidence('kept')));
    history.keep('kept', () => Promise.resolve(evidence('another')));
    const trace = await history.traceOf('kept');
    assert.equal(trace?.document.run.executionId, 'kept');
    assert.deepEqual(trace.document.missing, ['pictures']);
    for (let second = 1; second <= 20; second++) history.note('a', run(`r${second}`, at(second)));
    assert.equal(await history.traceOf('kept'), undefined);
  });

  it('the history of runs in a window lists a run whose evidence cannot be read', async () => {
    const history = new RunHistory();
    history.note('a', run('lost', at(0)));
    history.keep('lost', () => Promise.reject(new Error('gone')));
    assert.equal(await history.traceOf('lost'), undefined);
    assert.deepEqual(idsOf(history, 'a'), ['lost']);
  });

  it('the history of runs in a window has the last runs of 50 files', () => {
    const history = new RunHistory();
    for (let file = 0; file < 51; file++) history.note(String(file), run(`run of ${file}`, at(0)));
    assert.deepEqual([idsOf(history, '0'), idsOf(history, '50')], [[], ['run of 50']]);
  });
});
