import assert from 'node:assert/strict';
import type { TraceScreen, TraceStep } from '../../../src/contract/sandbox/traces.ts';
import type { Trace, TraceDocument } from '../../../src/flow/trace/traceFile.ts';
import { comparedEvidence, traceState } from '../../../src/protocol/traceViewer.ts';
import { ComparedTraces } from '../../../src/traceViewer/comparedTraces.ts';
import { TraceReading } from '../../../src/traceReading/traceReading.ts';

function step(index: number, name: string, fields: Partial<TraceStep> = {}): TraceStep {
  return {
    ...{ id: `${index}/${fields.childIndex ?? ''}/${fields.round ?? ''}`, index, childIndex: null },
    ...{ method: 'webhooks.log', name, status: 'success', values: [] },
    ...fields,
  };
}

function trace(steps: readonly TraceStep[], more: Partial<TraceDocument> = {}): Trace {
  const run = { executionId: 'e', status: 'success' };
  return { document: { run, steps, screens: [], missing: [], tasks: [], ...more }, pictures: new Map() };
}

function comparison(first: Trace, second: Trace): ComparedTraces {
  const compared = new ComparedTraces(new TraceReading(first), { name: 'other', trace: second });
  assert.ok(traceState(compared.state));
  return compared;
}

function outline({ state }: ComparedTraces): string[] {
  return state.rows.map(({ level, number, name, compared }) =>
    `${'>'.repeat(level)} ${number} ${name} ${compared?.mark ?? ''}`.trim(),
  );
}

function evidence(compared: ComparedTraces, row: string | undefined) {
  const found = compared.answer({ kind: 'compared', row: row ?? '' });
  assert.ok(comparedEvidence(found));
  return found;
}

it('two runs in the trace viewer begin with the one that started earlier, whichever the viewer shows', () => {
  const at = (executionId: string, startedAt: string): Trace =>
    trace([step(0, executionId)], { run: { executionId, status: 'success', startedAt } });
  const [old, recent] = [at('old', '2026-03-14T10:00:00Z'), at('recent', '2026-03-14T11:00:00Z')];
  for (const compared of [comparison(old, recent), comparison(recent, old)]) {
    assert.deepEqual(outline(compared).toSorted(), ['> 1 old first', '> 1 recent second']);
    assert.equal(compared.document.run.executionId, 'old');
  }
  assert.equal(comparison(recent, old).isShownSecond, true);
  const begun = (id: string, startedAt: string): Trace =>
    trace([step(0, id), step(1, id, { startedAt })], { run: { executionId: id } });
  const debugged = comparison(begun('b', '2026-03-14T11:00:00Z'), old);
  assert.equal(debugged.document.run.executionId, 'old');
  const [first] = comparison(recent, old).state.comparison?.runs ?? [];
  assert.ok(first?.facts.some(({ name, value }) => name === 'Run' && value === 'other'));
});

it('two runs in the trace viewer are one tree, in which a step of only one run is at its place', () => {
  const children = (round: number, ...names: string[]): TraceStep[] =>
    names.map((name, childIndex) => step(0, name, { childIndex, round }));
  const first = trace([
    step(0, 'Repeat'),
    ...children(0, 'In'),
    step(1, 'Gone', { params: { a: 1 } }),
    step(2, 'Last'),
  ]);
  const second = trace([
    step(0, 'Repeat'),
    ...children(0, 'In', 'Added'),
    ...children(1, 'In', 'Added'),
    step(1, 'Last'),
    step(2, 'New', { status: 'failed' }),
  ]);
  const compared = comparison(first, second);
  assert.deepEqual(outline(compared), [
    '> 1 Repeat same',
    '>>  Round 1',
    '>>> 1.1 In same',
    '>>> 1.2 Added second',
    '>>  Round 2',
    '>>> 1.1 In second',
    '>>> 1.2 Added second',
    '> 2 Gone first',
    '> 3 Last same',
    '> 3 New second',
  ]);
  const { rows } = compared.state;
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
  // The rows of the first run stay selected and folded when the comparison begins or ends.
  const alone = new TraceReading(first).state.rows.map(({ key }) => key);
  assert.deepEqual(
    rows.filter(({ compared: one }) => one?.mark !== 'second' && one).map(({ key }) => key),
    alone.filter(key => key.startsWith('step')),
  );
  assert.equal(compared.state.comparison?.first, rows[3]?.key);
  const { title, sections } = evidence(compared, rows[9]?.key);
  assert.equal(title, '3 New');
  assert.ok(sections.every(({ lines }) => lines.every(({ isDifferent }) => !isDifferent)));
});

it('two runs in the trace viewer match the steps of different devices', () => {
  const of = (deviceId: string): Trace =>
    trace([step(0, 'A', { deviceId }), step(1, deviceId, { deviceId })], {
      run: { executionId: 'e', devices: [{ id: deviceId, name: `Phone ${deviceId}` }] },
    });
  const compared = comparison(of('x'), of('y'));
  assert.deepEqual(outline(compared), ['> 1 A same', '> 2 y second', '> 2 x first']);
  const [device] = evidence(compared, compared.state.rows[0]?.key).sections[0]?.lines.slice(-1) ?? [];
  assert.deepEqual(
    [device?.name, device?.first, device?.second, device?.isDifferent],
    ['Device', 'Phone x', 'Phone y', false],
  );
});

it('two runs in the trace viewer are told apart by their facts', () => {
  const of = (finishedAt: string): Trace =>
    trace([], {
      run: { executionId: 'e', triggerName: 'By hand', startedAt: '2026-01-05T09:00:00Z', finishedAt },
    });
  const { state } = comparison(of('2026-01-05T09:00:01Z'), of('2026-01-05T09:00:02Z'));
  assert.deepEqual(
    state.comparison?.runs.map(({ facts }) => facts.map(({ name, value }) => `${name} ${value}`)),
    [['Duration 1.0 s'], ['Run other', 'Duration 2.0 s']],
  );
});

it('two runs in the trace viewer show values side by side, and mark those that differ, but not IDs and times', () => {
  const output = (total: number, end: string): object => ({
    total,
    id: `aaaaaaaa-0000-4000-8000-00000000000${end}`,
    list: [{ tookMs: total, name: 'same' }, ...(total > 1 ? [{ name: 'more' }] : [])],
  });
  const compared = comparison(
    trace([step(0, 'A', { output: output(1, '1'), params: { text: 'x' } })]),
    trace([step(0, 'A', { output: output(2, '2'), params: { text: 'x' } })]),
  );
  const { sections, differences } = evidence(compared, compared.state.rows[0]?.key);
  assert.deepEqual(
    sections.map(({ name, lines }) => [
      name,
      lines.map(({ name: line, level, first, second, isDifferent }) =>
        [level, line, first, second, isDifferent ? '≠' : '='].join(' '),
      ),
    ]),
    [
      ['Result', ['1 Status succeeded succeeded =']],
      ['Parameters', ['1 text x x =']],
      [
        'Output',
        [
          '1 total 1 2 ≠',
          '1 id aaaaaaaa-0000-4000-8000-000000000001 aaaaaaaa-0000-4000-8000-000000000002 =',
          '1 list 1 item 2 items =',
          '2 1 2 fields 2 fields =',
          '3 tookMs 1 2 =',
          '3 name same same =',
          '2 2  1 field ≠',
          '3 name  more ≠',
        ],
      ],
    ],
  );
  assert.equal(differences.length, 2);
});

it('two runs in the trace viewer mark the deepest value that is shown if one below it differs', () => {
  const output = (leaf: number) => ({ a: { b: { c: { d: { e: { f: { g: leaf } } } } } } });
  const compared = comparison(
    trace([step(0, 'A', { output: output(1) })]),
    trace([step(0, 'A', { output: output(2) })]),
  );
  const { sections } = evidence(compared, compared.state.rows[0]?.key);
  const lines = sections.find(({ name }) => name === 'Output')?.lines ?? [];
  assert.deepEqual(
    lines.filter(({ isDifferent }) => isDifferent).map(({ name }) => name),
    ['f'],
  );
});

it('two runs in the trace viewer outline the elements that only one screen shows', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 1, bottom: 1 });
  const screen = (...texts: string[]): TraceScreen => ({
    ...{ id: 's', app: 'Shop' },
    elements: texts.map((text, at) => ({ text, bounds: box(at) })),
  });
  const of = (shown: TraceScreen): Trace =>
    trace([step(0, 'A', { screenBefore: 's', screenAfter: 's' })], { screens: [shown] });
  const compared = comparison(of(screen('Pay', 'Old')), of(screen('New', 'Pay')));
  const { first, second } = evidence(compared, compared.state.rows[0]?.key);
  assert.deepEqual([first?.after, second?.after], [[box(1)], [box(0)]]);
  assert.deepEqual([first?.before, second?.before], [[box(1)], [box(0)]]);
  const other = comparison(of(screen('Pay')), of({ ...screen('New'), app: 'Maps' }));
  assert.deepEqual(evidence(other, other.state.rows[0]?.key).first?.after, []);
});

it('two runs in the trace viewer keep secrets and passcodes from the page', () => {
  const of = (code: string): Trace =>
    trace(
      [
        step(0, 'Read', { output: { code, apiKey: `key${code}` } }),
        step(1, 'Type', { params: { text: code, password: `secret${code}` } }),
      ],
      { run: { executionId: 'e', payload: { token: `token${code}` } } },
    );
  const compared = comparison(of('482913'), of('771204'));
  const shown = JSON.stringify([
    compared.state,
    ...compared.state.rows.map(({ key }) => evidence(compared, key)),
  ]);
  assert.doesNotMatch(shown, /482913|771204/);
});

it('two runs in the trace viewer are compared in a second, even if all of 5,000 steps differ', () => {
  const many = (status: string): Trace =>
    trace(
      Array.from({ length: 5000 }, (_, index) =>
        step(index, `Step ${index}`, { status, error: 'No.', params: { index }, screenAfter: `s${index}` }),
      ),
      {
        screens: Array.from({ length: 5000 }, (_, index) => ({
          id: `s${index}`,
          elements: [{ bounds: { left: 0, top: 0, right: 1, bottom: 1 }, text: status }],
        })),
      },
    );
  const compared = comparison(many('failed'), many('success'));
  assert.equal(compared.state.rows.length, 5000);
  assert.equal(evidence(compared, compared.state.comparison?.first).differences.length > 0, true);
});

it('two runs in the trace viewer stay small for the page, even with endless names and values', () => {
  const endless = 'x'.repeat(1_000_000);
  const of = (end: string): Trace =>
    trace([step(0, `${endless}${end}`, { error: endless, params: { [endless]: `${endless}${end}` } })]);
  const compared = comparison(of('1'), of('2'));
  const rows = compared.state.rows.map(({ key }) => evidence(compared, key));
  assert.ok(JSON.stringify([compared.state, rows]).length < 20_000);
});

it('two runs in the trace viewer have no evidence for an unknown row', () => {
  const compared = comparison(trace([]), trace([]));
  assert.equal(compared.state.comparison?.sentence, 'The runs do not differ.');
  assert.throws(() => compared.answer({ kind: 'compared', row: 'step 0' }), /does not have this step/);
});
