import assert from 'node:assert/strict';
import type { TraceStep } from '../../../src/contract/sandbox/traces.ts';
import { readTrace, type Trace, type TraceDocument, writeTrace } from '../../../src/flow/trace/traceFile.ts';
import { foundRows, stepEvidence, traceScreen, traceState } from '../../../src/protocol/traceViewer.ts';
import { TraceReading } from '../../../src/traceReading/traceReading.ts';
import { expressionLabel } from '../../../src/traceReading/stepEvidence.ts';

const START = Date.UTC(2026, 0, 5, 9);

function at(ms: number): string {
  return new Date(START + ms).toISOString();
}

function step(index: number, fields: Partial<TraceStep> = {}): TraceStep {
  return {
    ...{ id: `${index}/${fields.childIndex ?? ''}/${fields.round ?? ''}`, index, childIndex: null },
    ...{ method: 'webhooks.log', name: 'Write', status: 'success', values: [] },
    ...fields,
  };
}

function reading(steps: readonly TraceStep[], more: Partial<TraceDocument> = {}): TraceReading {
  const run = { executionId: 'e', status: 'success', startedAt: at(0), finishedAt: at(9000) };
  const document = { run, steps, screens: [], missing: [], tasks: [], ...more };
  return new TraceReading({ document, pictures: new Map() });
}

function outline({ state }: TraceReading): string {
  return state.rows
    .map(({ level, number, name, state: of }) => `${'>'.repeat(level)} ${number} ${name} ${of}`)
    .join('\n');
}

function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(30);
  bytes.set([0x89, 0x50, 0x4e, 0x47]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

describe('traceReading/traceReading: steps of a trace', () => {
  it('the steps of a trace are a tree of parents, rounds, and children', () => {
    const steps = [
      step(0, { name: 'Repeat' }),
      step(0, { childIndex: 0, round: 0 }),
      step(0, { childIndex: 0, round: 1, status: 'failed' }),
      step(0, { childIndex: 1, round: 1, status: 'skipped' }),
      step(1, { name: 'Choose', status: 'strange' }),
      step(1, { childIndex: 0 }),
    ];
    assert.equal(
      outline(reading(steps)),
      [
        '> 1 Repeat succeeded',
        '>>  Round 1 succeeded',
        '>>> 1.1 Write succeeded',
        '>>  Round 2 failed',
        '>>> 1.1 Write failed',
        '>>> 1.2 Write skipped',
        '> 2 Choose unknown',
        '>> 2.1 Write succeeded',
      ].join('\n'),
    );
  });

  it('the steps of a trace are below their devices if there are several', () => {
    const run = { executionId: 'e', devices: [{ id: 'a', name: 'Phone' }] };
    const steps = [step(0, { deviceId: 'a' }), step(0, { deviceId: 'b', status: 'running' })];
    assert.equal(
      outline(reading(steps, { run })),
      '>  Phone succeeded\n>> 1 Write succeeded\n>  b running\n>> 1 Write running',
    );
  });

  it('the steps of a trace have unique keys even if the IDs in the file are equal', () => {
    const rows = reading([step(0, { id: 'x' }), step(1, { id: 'x' })]).state.rows;
    assert.equal(new Set(rows.map(({ key }) => key)).size, 2);
  });

  it('the steps of a trace have the screens of each device in time, one frame for a screen that stays', () => {
    const steps = [
      step(0, { startedAt: at(0), finishedAt: at(900), screenBefore: 'a', screenAfter: 'b' }),
      step(0, {
        childIndex: 0,
        startedAt: at(100),
        finishedAt: at(300),
        screenBefore: 'a',
        screenAfter: 'c',
      }),
      step(0, {
        childIndex: 1,
        startedAt: at(400),
        finishedAt: at(800),
        screenBefore: 'c',
        screenAfter: 'b',
      }),
      step(1, { startedAt: at(1000), finishedAt: at(1100), screenBefore: 'b', screenAfter: 'b' }),
      step(2, {
        startedAt: at(1200),
        finishedAt: at(1300),
        screenBefore: 'b',
        screenAfter: 'b',
        status: 'failed',
      }),
    ];
    const { strips, rows } = reading(steps).state;
    assert.deepEqual(
      strips.map(({ frames }) => frames.map(({ screen, at: ms, isFailed }) => `${screen} ${ms} ${isFailed}`)),
      [['a 0 false', 'c 300 false', 'b 800 false', 'b 1300 true']],
    );
    assert.deepEqual(
      rows.map(({ frame }) => frame),
      [2, 1, 2, 2, 3],
    );
  });

  it('the steps of a trace name values in words', () => {
    const steps = [
      step(0, { name: 'Read', key: 'read' }),
      step(1),
      step(1, { childIndex: 0, name: 'Inner', key: 'inner' }),
    ];
    for (const [expression, label] of [
      ['{{event.payload.a.b}}', 'Payload › a › b'],
      ['{{steps.read.body.text}}', '1 Read › text'],
      ['{{steps.inner.body}}', '2.1 Inner'],
      ['{{steps.none.body}}', 'steps.none.body'],
      ['{{item.name}}', 'item.name'],
      ['{{1 + 1}}', '{{1 + 1}}'],
    ] as const)
      assert.equal(expressionLabel(expression, steps), label);
  });
});

describe('traceReading/traceReading: evidence of a step', () => {
  it('the evidence of a step has each parameter with its expressions and their values', () => {
    const values = [
      { path: ['to', 1, 'name'], expression: '{{event.payload.name}}', value: 'Ann' },
      { path: ['gone'], expression: '{{steps.read.body.x}}', value: undefined },
    ];
    const params = { to: [{ name: 'Bo' }, { name: 'Ann' }] };
    const { params: shown } = reading([step(0, { key: 'read', params, values })]).step(0);
    const second = shown[0]?.children[1]?.children[0];
    assert.deepEqual([second?.name, second?.value], ['name', 'Ann']);
    assert.deepEqual(second?.sources, [{ label: 'Payload › name', value: 'Ann' }]);
    assert.deepEqual(shown[1]?.sources, [{ label: '1 Write › x', value: undefined }]);
  });

  it('the evidence of a step explains steps that did not run', () => {
    const steps = [step(0, { status: 'failed', error: 'No.' }), step(1, { status: 'skipped' })];
    const { explanation, status } = reading(steps).step(1);
    assert.equal(status, 'not run');
    assert.match(explanation?.sentence ?? '', /did not run because step 1 failed/);
  });

  it('the evidence of a step hides passcodes that steps have read, and values named like a secret', () => {
    const steps = [
      step(0, { output: { code: '482913' } }),
      step(1, { output: { line: 'The code is 482913', apiKey: 'abcdef' }, params: { password: 'hunter2' } }),
    ];
    const shown = JSON.stringify([reading(steps).step(1), reading(steps).state]);
    assert.doesNotMatch(shown, /482913|abcdef|hunter2/);
    assert.deepEqual(reading(steps).find('abcdef'), []);
  });

  it('the evidence of a step is bounded', () => {
    const path = Array.from({ length: 5000 }, (_, x) => ({ x, y: 0, ms: x }));
    const gesture = { ...{ id: 'g', createdAt: at(0), kind: 'swipe', displayId: 0, stealth: false }, path };
    const log = Array.from({ length: 9000 }, () => 'x'.repeat(9000));
    const long = step(0, {
      log,
      gestures: [{ ...gesture, durationMs: 1, input: null, mistakes: 0, asked: {} }] as TraceStep['gestures'],
    });
    const evidence = reading([long]).step(0);
    assert.ok(evidence.log.length <= 500 && evidence.log.every(line => line.length <= 2001));
    assert.ok((evidence.gestures[0]?.path.length ?? 0) <= 501);
    assert.equal(evidence.gestures[0]?.path.at(-1)?.x, 4999);
  });
});

describe('traceReading/traceReading: screens of a trace', () => {
  const trace = (pictures: Trace['pictures']): TraceReading => {
    const screens = [
      { id: 'a', elements: [{ bounds: { left: 0, top: 0, right: 700, bottom: 1400 }, text: 'OK' }] },
      { id: 'b', width: 1e9, height: -1, elements: [] },
    ];
    const document = { run: { executionId: 'e' }, steps: [], screens, missing: [], tasks: [] };
    return new TraceReading({ document, pictures });
  };

  it('the screens of a trace have the size of their picture or of their elements', () => {
    const sizeOf = (reader: TraceReading, id: string): unknown => {
      const screen = reader.screen(id);
      assert.ok(traceScreen(screen));
      return [screen.width, screen.height];
    };
    assert.deepEqual(sizeOf(trace(new Map()), 'a'), [700, 1400]);
    assert.deepEqual(sizeOf(trace(new Map([['a', png(100, 200)]])), 'a'), [100, 200]);
    assert.deepEqual(sizeOf(trace(new Map()), 'b'), [1080, 1920]);
    assert.deepEqual(sizeOf(trace(new Map([['only', png(5, 6)]])), 'only'), [5, 6]);
    assert.equal(trace(new Map()).screen('none'), undefined);
  });

  it('the screens of a trace have no picture that would take too much memory', () => {
    const pictures = new Map([
      ['a', png(8000, 8000)],
      ['b', png(20_000, 10)],
      ['c', png(1080, 2340)],
    ]);
    const reader = trace(pictures);
    assert.deepEqual(
      ['a', 'b', 'c'].map(id => reader.picture(id) !== undefined),
      [false, false, true],
    );
  });
});

describe('traceReading/traceReading: trace for the page', () => {
  it('a trace for the page names its facts, what it lacks, and why the run failed', () => {
    const run = {
      ...{ executionId: 'e', flowName: 'Sign in', status: 'failed', triggerName: 'By hand' },
      ...{ devices: [{ id: 'a', name: 'Phone' }], startedAt: at(0), finishedAt: at(4200) },
    };
    const missing = ['params', 'mails', 'videos'];
    const { state } = reading([step(0, { status: 'failed', error: 'Odd.' })], {
      run,
      missing,
      source: 'Mine',
    });
    assert.deepEqual(
      state.facts.filter(({ name }) => name !== 'Started').map(({ name, value }) => `${name} ${value}`),
      ['Device Phone', 'Duration 4.2 s', 'Trigger By hand', 'Source Mine'],
    );
    assert.deepEqual(state.notes, ['The service did not provide parameters, mail, or videos.']);
    assert.equal(state.explanation?.text.sentence, 'Odd.');
    assert.deepEqual(
      state.rows.map(({ key }) => key),
      [state.explanation.row],
    );
  });

  it('a trace for the page does not say that a run goes on that cannot be read', () => {
    const document: TraceDocument = {
      run: { executionId: 'e', status: 'running', startedAt: at(0) },
      steps: [step(0), step(1, { status: 'running' }), step(2, { status: 'pending' })],
      ...{ screens: [], missing: [], tasks: [] },
    };
    const trace = { document, pictures: new Map() };
    assert.equal(outline(new TraceReading(trace, { problem: undefined })).includes('2 Write running'), true);
    const lost = new TraceReading(trace, { problem: 'The sandbox was stopped.' });
    assert.equal(outline(lost), '> 1 Write succeeded\n> 2 Write unknown\n> 3 Write unknown');
    const { state, status, live } = lost.state;
    assert.deepEqual({ state, status }, { state: 'unknown', status: 'running when last read' });
    assert.equal(live?.row, lost.state.rows[2]?.key);
    assert.equal(lost.step(1).status, 'running when last read');
    assert.equal(document.run.status, 'running');
  });

  it('a trace for the page says how many screens have a picture', () => {
    const notesOn = (screens: TraceDocument['screens']): readonly string[] => {
      const document = { run: { executionId: 'e' }, steps: [], screens, missing: ['pictures'], tasks: [] };
      return new TraceReading({ document, pictures: new Map([['a', png(1, 1)]]) }).state.notes;
    };
    const counted = '1 of 2 screens have a picture.';
    assert.deepEqual(notesOn([{ id: 'a' }, { id: 'b' }]), [counted]);
    assert.deepEqual(notesOn([{ id: 'a' }, { id: 'b', elements: [] }]), [
      `${counted} The others are drawn from their elements.`,
    ]);
  });

  it('a trace for the page finds texts in each part of a step', () => {
    const steps = [
      step(0, { params: { a: 'Alpha' }, output: { b: 'Beta' }, log: ['Gamma'] }),
      step(1, { screenAfter: 's', mails: [{ messageId: 'm', mailboxId: 'b', subject: 'Delta' }] }),
    ];
    const screens = [
      { id: 's', elements: [{ bounds: { left: 0, top: 0, right: 1, bottom: 1 }, text: 'Epsilon' }] },
    ];
    const reader = reading(steps, { screens });
    const found = (text: string): string => {
      const list = reader.find(text);
      assert.ok(foundRows(list));
      return list.map(({ row, tab }) => `${row.split(' ')[1] ?? ''} ${tab ?? ''}`.trim()).join();
    };
    assert.deepEqual(['alpha', 'BETA', 'gamma', 'delta', ' epsilon ', 'write', '', 'omega'].map(found), [
      '0 params',
      '0 output',
      '0 log',
      '1 happened',
      '1',
      '0,1',
      '',
      '',
    ]);
  });

  it('a trace for the page survives a file whose fields have other types', async () => {
    const odd = [null, 7, 'x', [], {}, [{}], [[1]], { bounds: 3 }, true];
    const fields = [
      ...['deviceId', 'name', 'startedAt', 'finishedAt', 'error', 'code', 'screenBefore', 'screenAfter'],
      ...[
        'target',
        'gestures',
        'requests',
        'mails',
        'events',
        'log',
        'attempts',
        'leftOut',
        'values',
        'params',
      ],
      ...['round', 'actionId', 'output', 'status', 'method', 'index', 'childIndex', 'id'],
    ];
    for (const value of odd) {
      const record = Object.fromEntries(fields.map(name => [name, value]));
      const run = Object.fromEntries(
        ['flowName', 'devices', 'payload', 'status', 'error', 'startedAt', 'triggerName'].map(name => [
          name,
          value,
        ]),
      );
      const screen = {
        id: 's',
        ...Object.fromEntries(['app', 'width', 'dialog', 'elements'].map(name => [name, value])),
      };
      const document = {
        run: { executionId: 'e', ...run },
        steps: [record, { ...record, status: 'failed' }, { ...record, status: 'skipped', index: 1 }],
        screens: [screen],
        ...{ missing: value, tasks: value, source: value },
      };
      const bytes = await writeTrace({ document: document as unknown as TraceDocument, pictures: new Map() });
      const reader = new TraceReading(await readTrace(bytes));
      assert.ok(traceState(reader.state), JSON.stringify(value));
      for (const index of [0, 1, 2]) assert.ok(stepEvidence(reader.step(index)), JSON.stringify(value));
      assert.ok(foundRows(reader.find('x')));
      assert.ok(traceScreen(reader.screen('s')));
    }
  });
});
