import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import {
  describeOrigin,
  formatHtmlReport,
  readReportPage,
} from '../../../src/commandLine/test/htmlReporter.ts';
import { mergeReports } from '../../../src/commandLine/test/mergeReports.ts';
import { type CaseReport, TestReport } from '../../../src/commandLine/test/report.ts';
import { digestsOf, PICTURES_MISSING, TraceStore } from '../../../src/commandLine/test/traceStore.ts';
import { readTrace, type Trace } from '../../../src/flow/trace/traceFile.ts';
import { writePicture } from '../../../src/flowTest/pictureFormat.ts';
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
    readonly attempts: readonly {
      readonly failures: readonly { readonly picture?: object; readonly picturesLeftOut?: string }[];
    }[];
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
  const limit = 'because the pictures and traces of a report are limited to 1 MB.';
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

/** Returns a case with these failures. */
function caseFailing(failures: CaseReport['attempts'][number]['failures']): CaseReport {
  const one = caseWith(undefined);
  return { ...one, attempts: one.attempts.map(attempt => ({ ...attempt, failures })) };
}

/** Returns the failures in a report, and the IDs of the elements with pictures. */
function shownIn(html: string) {
  const content = JSON.parse(/id="report">(.*?)<\/script>/.exec(html)?.[1] ?? '') as PicturesOfReport;
  const ids = [...html.matchAll(/<script type="application\/octet-stream" id="([^"]+)">/g)].map(
    ([, id]) => id,
  );
  return { failures: content.cases[0]?.attempts[0]?.failures ?? [], ids };
}

/** A PNG picture of this size in bytes, all of which differ by the number. */
function pngOf(number: number, bytes = 1000): Uint8Array {
  const png = writePicture({ width: 2, height: 2, data: new Uint8Array(16).fill(number) });
  return Buffer.concat([png, new Uint8Array(Math.max(0, bytes - png.length)).fill(number)]);
}

const failure = { message: 'The picture “a” is different.', details: [] };
const LIMIT = 'because the pictures and traces of a report are limited to';

it('the HTML reporter writes the pictures of picture checks, equal ones once, and says which are missing', () => {
  const traces = new TraceStore();
  const { picture } = traces.addCheck({ actual: pngOf(1), expected: pngOf(2) });
  const { picture: alone } = traces.addCheck({ actual: pngOf(1) });
  assert.ok(picture && alone);
  const gone = { ...picture, expected: 'gone' };
  const cases = [caseFailing([picture, alone, gone].map(one => ({ ...failure, picture: one })))];
  const { failures, ids } = shownIn(formatHtmlReport(PAGE, { cases, coverage: undefined, traces }));
  const [actual, expected] = [picture.actual, picture.expected].map(key => `picture-${key}`);
  assert.deepEqual(ids, [actual, expected]);
  assert.deepEqual(failures, [
    { ...failure, picture: { actual, expected } },
    { ...failure, picture: { actual } },
    { ...failure, picturesLeftOut: PICTURES_MISSING },
  ]);
});

it('the HTML reporter keeps the pictures of a picture check together or none, and says that the report is full', () => {
  const traces = new TraceStore(2500);
  const kept = traces.addCheck({ actual: pngOf(1), expected: pngOf(2) });
  const full = traces.addCheck({ actual: pngOf(1), expected: pngOf(3), difference: pngOf(4) });
  assert.ok(kept.picture);
  assert.equal(full.picture, undefined);
  assert.match(
    full.picturesLeftOut ?? '',
    new RegExp(`^The pictures of this check were left out, ${LIMIT} .* MB\\.$`),
  );
  assert.equal(traces.pictures.size, 2);
  // What is in the report already takes no space.
  assert.ok(traces.addCheck({ actual: pngOf(2), expected: pngOf(1) }).picture);
  const cases = [caseFailing([{ ...failure, ...full }])];
  const { failures, ids } = shownIn(formatHtmlReport(PAGE, { cases, coverage: undefined, traces }));
  assert.deepEqual([failures, ids], [[{ ...failure, ...full }], []]);
});

it('the HTML reporter passes the pictures of picture checks on in the folder next to a JSON report, and none that is damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  try {
    const report = join(folder, '1.json');
    const traces = new TraceStore();
    const { picture } = traces.addCheck({ actual: pngOf(1), expected: pngOf(2), difference: pngOf(3) });
    assert.ok(picture);
    await traces.write(report);
    const merged = join(folder, 'merged.html');
    const mergedPictures = async (): Promise<ReturnType<typeof shownIn>> => {
      const cases = [caseFailing([{ ...failure, picture }])];
      writeFileSync(report, JSON.stringify({ version: 1, cases }));
      const page = join(folder, 'page.html.br');
      writeFileSync(page, brotliCompressSync(PAGE));
      await mergeReports([report], [{ name: 'html', file: merged }], pathToFileURL(page), '1.2.3');
      return shownIn(readFileSync(merged, 'utf8'));
    };
    const whole = await mergedPictures();
    const ids = digestsOf(picture).map(key => `picture-${key}`);
    assert.deepEqual(whole.ids, ids);
    assert.equal(whole.failures[0]?.picturesLeftOut, undefined);
    const [actual = '', expected = '', difference = ''] = digestsOf(picture).map(key =>
      join(folder, '1-traces', `${key}.png`),
    );
    const interlaced = new Uint8Array(pngOf(2));
    interlaced[28] = 1;
    for (const damage of [
      () => rmSync(difference),
      () => writeFileSync(expected, pngOf(9)),
      () => writeFileSync(actual, 'no picture'),
      () => rmSync(join(folder, '1-traces'), { recursive: true }),
    ]) {
      damage();
      const { failures, ids: left } = await mergedPictures();
      assert.deepEqual([failures, left], [[{ ...failure, picturesLeftOut: PICTURES_MISSING }], []]);
      await traces.write(report);
    }
    const odd = new TraceStore();
    const { picture: unsafe } = odd.addCheck({ actual: interlaced });
    assert.ok(unsafe);
    await odd.write(report);
    assert.deepEqual(await new TraceStore().readCheck(report, unsafe), { picturesLeftOut: PICTURES_MISSING });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the HTML reporter refuses a JSON report whose digests of pictures are paths', () => {
  const report = (actual: string): object => ({
    version: 1,
    cases: [caseFailing([{ ...failure, picture: { actual } }])],
  });
  assert.ok(TestReport.safeParse(report('0'.repeat(32))).success);
  for (const path of ['../../secret', '/etc/passwd', `${'0'.repeat(32)}/x`, ''])
    assert.equal(TestReport.safeParse(report(path)).success, false, path);
});
