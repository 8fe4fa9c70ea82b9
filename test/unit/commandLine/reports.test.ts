import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { repositoryPath } from '../../../src/validate/repositoryPath.ts';
import { runSteps } from '../../../src/flow/run/runSteps.ts';
import { checkRun, type TestFailure } from '../../../src/flowTest/checkRun.ts';
import { formatGithubReport } from '../../../src/commandLine/test/githubReporter.ts';
import { formatJunitReport } from '../../../src/commandLine/test/junitReporter.ts';
import { formatListReport } from '../../../src/commandLine/test/listReporter.ts';
import { formatMarkdownReport } from '../../../src/commandLine/test/markdownReporter.ts';
import { type CaseReport, hasPassed, outcomeOf, TestReport } from '../../../src/commandLine/test/report.ts';
import { writeReports } from '../../../src/commandLine/test/reporters.ts';
import { toAttempt } from '../../../src/commandLine/test/runPlan.ts';
import { TraceStore } from '../../../src/commandLine/test/traceStore.ts';
import type { CaseResult } from '../../../src/flowTest/runCase.ts';

function reportOf(file: string, order: number, ...results: readonly CaseResult[]): CaseReport {
  const attempts = results.map(result => toAttempt('', result));
  return { file, name: results[0]?.name ?? '', order, outcome: outcomeOf(attempts), attempts };
}

const failure = { message: 'No.', expected: '{\n1', actual: '\u0000\ud800' };
const failed: CaseResult = {
  name: 'two <&> "x"',
  outcome: 'failed',
  failures: [failure],
  tookMs: 100,
  execution: {
    id: 'e',
    result: { steps: [{ index: 0, name: 'Tap', status: 'failed', error: 'Gone.' }] },
  },
};
const passed: CaseResult = { name: 'one', outcome: 'passed', failures: [], tookMs: 1234 };
const cases: readonly CaseReport[] = [
  reportOf('a.flow.json', 0, passed),
  reportOf('a.flow.json', 1, failed),
  reportOf('b.flow.json', 2, { name: 'x', outcome: 'unfit', failures: [{ message: 'Errors.' }], tookMs: 0 }),
];

it('reports of flow tests are JUnit files with suites, failures, errors, and steps', () => {
  const xml = formatJunitReport(cases);
  assert.match(
    xml,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="flows" tests="3" failures="1" errors="1" skipped="0" time="1\.334">/,
  );
  assert.match(
    xml,
    /<testsuite name="a\.flow\.json" tests="2" failures="1" errors="0" skipped="0" time="1\.334">/,
  );
  assert.match(xml, /<testcase name="one" classname="a\.flow\.json" file="a\.flow\.json" time="1\.234"\/>/);
  assert.match(
    xml,
    /<testcase name="two &lt;&amp;&gt; &quot;x&quot;" classname="a\.flow\.json" file="a\.flow\.json" line="1"/,
  );
  assert.match(
    xml,
    /<failure message="No\." type="failure">a\.flow\.json:1&#10;expected: \{&#10;1&#10;actual: {3}\ufffd\ufffd<\/failure>/,
  );
  assert.match(xml, /<system-out>1 Tap: failed: Gone\.<\/system-out>/);
  assert.match(xml, /<error message="Errors\." type="error"\/>/);
});

it('reports of flow tests say why the step failed, what supports it, and what to do', () => {
  const explanation = {
    sentence: 'No element says “A”.',
    facts: ['Texts on the screen: “B”.'],
    actions: ['Use “B”.'],
  };
  const execution = {
    id: 'e',
    status: 'failed',
    error: 'Step 1 “Tap”: Gone.',
    result: { steps: [{ index: 0, name: 'Tap', status: 'failed', error: 'Gone.' }] },
  };
  const explained = runSteps(execution.result).map(step => ({ ...step, explanation }));
  const failures = checkRun(execution, {}, explained);
  const result = { name: 'one', outcome: 'failed', failures, tookMs: 1, execution } as const;
  const reports = [reportOf('a.flow.json', 0, { ...result, steps: explained })];
  assert.deepEqual(formatListReport(reports).split('\n').slice(1, 4), [
    '    a.flow.json:1: The run ended with failed, not success: Step 1 “Tap”: No element says “A”.',
    '      Texts on the screen: “B”.',
    '      Suggestion: Use “B”.',
  ]);
  const xml = formatJunitReport(reports);
  assert.match(
    xml,
    /<failure message="[^"]*No element says “A”\."[^>]*>a\.flow\.json:1&#10;Texts on the screen: “B”\.&#10;Sugg/,
  );
  assert.match(xml, /<system-out>1 Tap: failed: No element says “A”\.<\/system-out>/);
});

it('reports of flow tests name the device of each step if there are several', () => {
  const steps = ['d1', 'd2'].map(deviceId => ({ index: 0, name: 'Tap', status: 'success', deviceId }));
  const execution = { id: 'e', result: { steps } };
  const devices = new Map([['d1', 'Pixel phone']]);
  const report = reportOf('a.flow.json', 0, { ...passed, execution, devices });
  assert.match(
    formatJunitReport([report]),
    /<system-out>1 Tap on Pixel phone: success&#10;1 Tap on d2: success<\/system-out>/,
  );
});

it('reports of flow tests are Markdown for a comment, in which names and messages are no markup', () => {
  const text = formatMarkdownReport(cases);
  assert.match(text, /^## Flow tests failed\n\n1 passed, 1 failed, 1 not run /);
  assert.match(text, /\n### `a\.flow\.json`: two /);
  assert.equal(text.includes('two <&> '), false);
  assert.match(text, /– failed\n\n- No\\?\. \(line 1\)\n/);
  assert.match(formatMarkdownReport(cases.slice(0, 1)), /^## Flow tests passed\n\n1 passed, 0 failed/);
  const many = formatMarkdownReport(Array.from({ length: 60 }, () => cases.slice(1, 2)).flat());
  assert.match(many, /\n10 more cases did not pass\.\n?$/);
});

/** A case that failed because of a picture. */
function pictureFailure(): TestFailure & { readonly result: CaseResult } {
  const failure: TestFailure = {
    message: 'The picture “form” is different from a.pictures/form.phone.light.png in 90 pixels (0.01%).',
    picture: {
      name: 'form',
      origin: { left: 0, top: 0 },
      file: 'form.phone.light.png',
      actual: new Uint8Array(1),
      compareWith: () => undefined,
    },
  };
  return { ...failure, result: { ...failed, failures: [failure] } };
}

it('reports of flow tests are Markdown that names a picture, how much is different, and where the pictures are', () => {
  const { message, result } = pictureFailure();
  const linesOf = (traces?: TraceStore, hasHtmlReport = true): readonly string[] => {
    const attempts = [toAttempt('', result, traces)];
    const report = {
      file: 'a.flow.json',
      name: 'looks right',
      order: 0,
      outcome: 'failed',
      attempts,
    } as const;
    return formatMarkdownReport([report], [], hasHtmlReport)
      .replaceAll('\\', '')
      .split('\n')
      .filter(line => /^ *- /.test(line));
  };
  const full = 'because the pictures and traces of a report are limited to 0 MB.';
  assert.deepEqual(linesOf(new TraceStore()), [
    `- ${message} (line 1)`,
    '  - Its pictures are in the HTML report.',
  ]);
  assert.equal(
    linesOf(new TraceStore(), false)[1],
    '  - Its pictures are in the folder next to the JSON report.',
  );
  assert.equal(linesOf(new TraceStore(0))[1], `  - The pictures of this check were left out, ${full}`);
  assert.equal(
    linesOf()[1],
    '  - The pictures of this check were not kept, because this run wrote neither an HTML report nor a JSON file.',
  );
});

it('reports of flow tests as JSON on standard output have no folder, and say so at each picture check', async () => {
  const { picture, result } = pictureFailure();
  assert.ok(picture);
  const traces = new TraceStore();
  const report: CaseReport = {
    file: 'a.flow.json',
    name: 'looks right',
    order: 0,
    outcome: 'failed',
    attempts: [toAttempt('', result, traces)],
  };
  const written: string[] = [];
  const output = mock.method(process.stdout, 'write', (text: unknown) => written.push(String(text)) > 0);
  try {
    const page = new URL('file:///none');
    const results = { cases: [report], coverage: [], traces, page, version: '1.0.0' };
    await writeReports([{ name: 'json', file: undefined }], results, false);
  } finally {
    output.mock.restore();
  }
  const {
    cases: [shown],
  } = TestReport.parse(JSON.parse(written.join('')));
  const [failure] = shown?.attempts[0]?.failures ?? [];
  assert.equal(failure?.picture, undefined);
  assert.match(failure?.picturesLeftOut ?? '', /the JSON report has no folder for them/);
});

it('reports of flow tests are lines for a terminal that end with the totals', () => {
  const lines = formatListReport(cases).split('\n');
  assert.equal(lines[0], '✓ a.flow.json: one (1.2 s)');
  assert.equal(lines[1], '✗ a.flow.json: two <&> "x" (0.1 s)');
  assert.equal(lines[2], '    a.flow.json:1: No.');
  assert.equal(lines.at(-1), '1 passed, 1 failed, 1 not run');
});

it('reports of flow tests are lines in which no text is a command to a pipeline or a terminal', () => {
  const odd: CaseReport = {
    ...{ file: '##[a].flow.json', name: 'x\n::stop-commands::t\u001b]52;c;eA==\u0007', order: 0 },
    outcome: 'failed',
    attempts: [
      {
        ...{ outcome: 'failed', tookMs: 0, steps: [] },
        failures: [
          {
            message: '::error::m\n::error::m',
            details: ['::error::d\n ::error::d'],
            expected: '{\n  "##[add-mask]a"',
            actual: '\n::error::a\u009b2J',
          },
        ],
      },
    ],
  };
  assert.deepEqual(
    stripVTControlCharacters(formatListReport([odd]))
      .split('\n')
      .slice(0, -1),
    [
      '✗ ## [a].flow.json: x ::stop-commands::t ]52;c;eA==  (0 ms)',
      '    : :error::m ::error::m',
      '      : :error::d',
      '       : :error::d',
      '      expected {',
      '        "## [add-mask]a"',
      '      actual ',
      '      : :error::a 2J',
    ],
  );
});

it('reports of flow tests tell a case that passed at the second attempt from one that passed at once', () => {
  const flaky = reportOf('a.flow.json', 0, failed, { ...passed, name: failed.name });
  assert.equal(flaky.outcome, 'flaky');
  assert.ok(hasPassed([flaky]));
  const [line, reason, ...rest] = formatListReport([flaky]).split('\n');
  assert.equal(line, '✓ a.flow.json: two <&> "x" flaky (1.3 s, 2 attempts)');
  assert.equal(reason, '    a.flow.json:1: No.');
  assert.equal(rest.at(-1), '1 passed, 0 failed, 1 flaky, 0 not run'.replace('1 passed', '0 passed'));
  assert.match(formatJunitReport([flaky]), /failures="0" .*<flakyFailure message="No\."/);
  assert.match(formatGithubReport([flaky]), /^::warning file=a\.flow\.json,line=1,title=two <&> "x"::No\.\n/);
});

it('reports of flow tests list cases that were not started', () => {
  const skipped = reportOf('a.flow.json', 0);
  assert.equal(hasPassed([skipped]), false);
  assert.equal(formatListReport([skipped]), '- a.flow.json: \n0 passed, 0 failed, 0 not run, 1 skipped');
  assert.match(formatJunitReport([skipped]), /skipped="1".*<skipped\/>/);
});

it('reports of flow tests are annotations of GitHub without line breaks or separators of their own', () => {
  const odd = { ...failed, name: 'a,b:c%', failures: [{ message: 'One\ntwo ::error::' }] };
  assert.equal(
    formatGithubReport([reportOf('a.flow.json', 0, odd)]).split('\n')[0],
    '::error file=a.flow.json,line=1,title=a%2Cb%3Ac%25::One%0Atwo ::error::',
  );
});

it('reports of flow tests name files with forward slashes, and from the root of the repository', () => {
  const [report] = [reportOf(String.raw`flows\a.flow.json`, 0, failed)];
  assert.match(formatJunitReport([report]), /<testsuite name="flows\/a\.flow\.json"/);
  const inside = join('examples', 'flows', 'a.flow.json');
  assert.equal(repositoryPath(resolve(inside)), 'examples/flows/a.flow.json');
  const file = join(process.cwd(), 'test', 'a.flow.json');
  assert.match(formatGithubReport([{ ...report, file }]), /^::error file=test\/a\.flow\.json,/);
});

it('reports of flow tests are JSON that holds all that other reporters need', () => {
  const text = JSON.stringify({ version: 1, cases });
  const read = TestReport.parse(JSON.parse(text));
  assert.equal(formatJunitReport(read.cases), formatJunitReport(cases));
  assert.equal(formatListReport(read.cases), formatListReport(cases));
  assert.equal(formatGithubReport(read.cases), formatGithubReport(cases));
});
