import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeOrigin,
  formatHtmlReport,
  readReportPage,
} from '../../../src/commandLine/test/htmlReporter.ts';
import type { CaseReport } from '../../../src/commandLine/test/report.ts';
import { TraceStore } from '../../../src/commandLine/test/traceStore.ts';
import { readTrace, type Trace } from '../../../src/flow/trace/traceFile.ts';
import { REPORT_PLACE } from '../../../src/protocol/testReport.ts';

const PAGE = `<body>\n${REPORT_PLACE}\n<script type="module">page</script>\n</body>\n`;
const NAME = '</script><!-- $& $1 ##[add-mask]a \u009b2J';
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Returns a trace with a picture of this size, which does not become smaller when it is compressed. */
function traceOf(bytes: number): Trace {
  const screens = [{ id: 'a', deviceId: 'd', elements: [] }];
  const document = { run: { executionId: 'e' }, steps: [], screens, missing: [], tasks: [] };
  const picture = Uint8Array.from({ length: bytes }, (_, index) => PNG[index] ?? (index * 7919) % 251);
  return { document, pictures: new Map([['a', picture]]) };
}

interface PicturesOfReport {
  readonly cases: readonly {
    readonly attempts: readonly { readonly failures: readonly { readonly picture?: object }[] }[];
  }[];
}

function caseWith(trace: string | undefined, name = 'fails'): CaseReport {
  const attempt = { outcome: 'failed', tookMs: 1, failures: [], steps: [], trace } as const;
  return {
    file: 'a.flow.json',
    name,
    order: 0,
    outcome: 'failed',
    attempts: [{ ...attempt, failures: [], steps: [] }],
  };
}

it('the HTML reporter says when and with what the report was written, and how long the cases took', async () => {
  const origin = await describeOrigin([caseWith(undefined)], '1.2.3', new Date('2026-11-29T17:05:00Z'));
  assert.match(origin, /^Written on 2026-11-29 17:05 UTC.* by version 1\.2\.3\. The cases took .+\.$/);
  const html = formatHtmlReport(PAGE, { cases: [], coverage: undefined, traces: new TraceStore(), origin });
  assert.ok(html.includes('by version 1.2.3'));
});

it('the HTML reporter writes results and traces as data that cannot become markup', async () => {
  const traces = new TraceStore();
  const trace = await traces.add(0, 0, traceOf(1000));
  assert.equal(trace, '1-1.flow-trace');
  const html = formatHtmlReport(PAGE, {
    cases: [caseWith(trace, NAME)],
    coverage: undefined,
    traces,
  });
  assert.doesNotMatch(html, /##\w*\[|\u009b/);
  const elements = [...html.matchAll(/<script type="([^"]+)"(?: id="([^"]+)")?>(.*?)<\/script>/g)];
  assert.deepEqual(
    elements.map(([, type, id]) => [type, id]),
    [
      ['application/json', 'report'],
      ['application/octet-stream', 'trace-1-1'],
      ['application/octet-stream', elements[2]?.[2]],
      ['module', undefined],
    ],
  );
  const content = JSON.parse(elements[0]?.[3] ?? '') as { readonly cases: readonly CaseReport[] };
  assert.partialDeepStrictEqual(content.cases, [
    {
      name: NAME,
      attempts: [{ trace: 'trace-1-1', pictures: [{ screen: 'a', picture: elements[2]?.[2] }] }],
    },
  ]);
  const bytesOf = (index: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.from(elements[index]?.[3] ?? '', 'base64'));
  assert.equal((await readTrace(bytesOf(1))).document.run.executionId, 'e');
  assert.deepEqual(bytesOf(2), traceOf(1000).pictures.get('a'));
});

it('the HTML reporter writes each picture once, also if several attempts have it', async () => {
  const cases: CaseReport[] = [];
  const traces = new TraceStore(300_000);
  for (let order = 0; order < 25; order++)
    cases.push(caseWith(await traces.add(order, 0, traceOf(100_000 + (order % 2)))));
  const html = formatHtmlReport(PAGE, { cases, coverage: undefined, traces });
  assert.deepEqual(traces.notes, []);
  assert.equal(html.match(/id="picture-/g)?.length, 2);
  assert.equal(html.match(/id="trace-/g)?.length, 25);
  assert.ok(html.length < 400_000, `${html.length} characters`);
});

it('the HTML reporter leaves out pictures first, and then traces, and says so', async () => {
  const traces = new TraceStore(1024 * 1024);
  const names = [];
  for (let order = 0; order < 3; order++) names.push(await traces.add(order, 0, traceOf(600_000 + order)));
  assert.deepEqual(names, ['1-1.flow-trace', '2-1.flow-trace', '3-1.flow-trace']);
  const second = traces.get('2-1.flow-trace');
  assert.equal(second?.pictures.size, 0);
  assert.deepEqual((await readTrace(second.bare)).document.missing, ['pictures']);
  const limit = 'because the traces of a report are limited to 1 MB.';
  assert.deepEqual(traces.notes, [`2 failed attempts have no pictures of their screens, ${limit}`]);
  const full = new TraceStore(10);
  assert.equal(await full.add(0, 0, traceOf(100)), undefined);
  assert.match(full.notes.join(), /^1 failed attempt has no trace, because/);
});

it('the HTML reporter passes traces on in the folder next to a JSON report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  try {
    const report = join(folder, '1.json');
    const traces = new TraceStore();
    await traces.add(4, 1, traceOf(100));
    await traces.write(report);
    const read = new TraceStore();
    assert.equal(await read.read(report, '5-2.flow-trace'), true);
    assert.deepEqual(read.get('5-2.flow-trace'), traces.get('5-2.flow-trace'));
    assert.deepEqual(read.pictures, traces.pictures);
    const file = new Uint8Array(readFileSync(join(folder, '1-traces/5-2.flow-trace')));
    assert.deepEqual((await readTrace(file)).pictures, traceOf(100).pictures);
    assert.equal(await read.read(report, '6-1.flow-trace'), false);
    assert.match(read.notes.join(), /^1 failed attempt has no trace, because its file is not next to/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the HTML reporter says what to do if the page is not built', async () => {
  const missing = new URL('missing.html.br', import.meta.url);
  await assert.rejects(readReportPage(missing), /^InputError: The page of HTML reports is not built\./);
});

it('the HTML reporter writes the pictures of picture checks, equal ones once, and leaves out unknown ones', () => {
  const traces = new TraceStore();
  const [actual, expected] = [1, 2].map(number => traces.addPicture(Uint8Array.from([...PNG, number])));
  assert.ok(actual !== undefined && expected !== undefined);
  const failure = { message: 'The picture “a” is different.', details: [] };
  const one = caseWith(undefined);
  const [attempt] = one.attempts;
  assert.ok(attempt);
  const failures = [
    { ...failure, picture: { actual, expected } },
    { ...failure, picture: { actual } },
    { ...failure, picture: { actual: 'gone' } },
  ];
  const cases = [{ ...one, attempts: [{ ...attempt, failures }] }];
  const html = formatHtmlReport(PAGE, { cases, coverage: undefined, traces });
  const elements = [...html.matchAll(/<script type="application\/octet-stream" id="([^"]+)">/g)];
  const ids = [actual, expected].map(key => `picture-${key}`);
  assert.deepEqual(
    elements.map(([, id]) => id),
    ids,
  );
  const content = JSON.parse(/id="report">(.*?)<\/script>/.exec(html)?.[1] ?? '') as PicturesOfReport;
  assert.deepEqual(
    content.cases[0]?.attempts[0]?.failures.map(({ picture }) => picture),
    [{ actual: ids[0], expected: ids[1] }, { actual: ids[0] }, undefined],
  );
});
