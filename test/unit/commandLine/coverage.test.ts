import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { CoverageCollector, mergeCoverage } from '../../../src/commandLine/test/coverage.ts';
import { formatCoverageTable, formatLcov } from '../../../src/commandLine/test/coverageReporters.ts';
import { formatHtmlReport } from '../../../src/commandLine/test/htmlReporter.ts';
import { formatMarkdownReport } from '../../../src/commandLine/test/markdownReporter.ts';
import type { FileCoverage } from '../../../src/commandLine/test/report.ts';
import { TraceStore } from '../../../src/commandLine/test/traceStore.ts';
import { REPORT_PLACE, type ReportPage, reportPage } from '../../../src/protocol/testReport.ts';
import { InputError } from '../../../src/validate/inputFile.ts';

const catalog = createCatalog([
  { id: 'branch', name: 'Branch', method: 'flow.branch' },
  { id: 'repeat', name: 'Repeat', method: 'flow.repeat' },
  { id: 'wait', name: 'Wait', method: 'flow.wait' },
]);

const text = `{ "actions": [
  { "actionId": "branch", "position": 1, "continueOnError": true, "children": [{ "actionId": "wait", "position": 1 }] },
  { "actionId": "repeat", "position": 2 },
  { "actionId": "wait", "position": 3 } ] }`;

const flows = ['b.flow.json', 'a.flow.json'].map(file => ({ file, text }));

function collect(...taken: readonly boolean[]): readonly FileCoverage[] {
  const collector = new CoverageCollector(flows, catalog);
  for (const one of taken) {
    const steps = [
      { index: 0, status: 'success', output: { taken: one } },
      { index: 0, childIndex: 0, status: one ? 'success' : 'skipped' },
      { index: 1, status: 'success', output: { rounds: 2 } },
    ];
    collector.add(flows[0]!, { execution: { id: 'e', result: { steps } } });
  }
  return collector.files;
}

/** The table without the colors that a terminal gets. */
function tableOf(files: readonly FileCoverage[]): string {
  return stripVTControlCharacters(formatCoverageTable(files));
}

/** The page content of an HTML report. */
function pageOf(coverage: readonly FileCoverage[]): ReportPage {
  const html = formatHtmlReport(REPORT_PLACE, { cases: [], coverage, traces: new TraceStore() });
  const content: unknown = JSON.parse(/>(.*)</.exec(html)?.[1] ?? '');
  assert.ok(reportPage(content));
  return content;
}

it('reports of the coverage of flows are a table with the lines and sides that did not run', () => {
  assert.deepEqual(tableOf(collect(true, true)).split('\n'), [
    'Flow            Steps  Branches  Rounds  Lines that did not run',
    'a.flow.json  0/4   0%  0/4   0%       0  2, 3, 4',
    'b.flow.json  3/4  75%  2/4  50%       4  2 (not taken, failure), 4',
    'All flows    3/8  37%  2/8  25%       4',
  ]);
});

it('reports of the coverage of flows are LCOV records with the lines of steps and the sides of decisions', () => {
  const [none, some, ...rest] = formatLcov(collect(true, false)).split('end_of_record');
  assert.deepEqual(rest, ['']);
  assert.match(none ?? '', /^TN:\nSF:a\.flow\.json\nBRDA:2,0,0,-\nBRDA:2,0,1,-\n/);
  assert.deepEqual(some?.trim().split('\n'), [
    'TN:',
    'SF:b.flow.json',
    ...['BRDA:2,0,0,1', 'BRDA:2,0,1,1', 'BRDA:2,1,0,2', 'BRDA:2,1,1,0'],
    ...['BRF:4', 'BRH:3'],
    ...['DA:2,2', 'DA:3,2', 'DA:4,0'],
    ...['LF:3', 'LH:2'],
  ]);
});

it('reports of the coverage of flows have no records or terminal commands from the name of a file', () => {
  const file = 'a\nend_of_record\u0007[2K\\b.flow.json';
  const [odd] = collect().map(one => ({ ...one, file }));
  assert.match(formatLcov([odd!]), /\nSF:a\ufffdend_of_record\ufffd\[2K\/b\.flow\.json\n/);
  assert.match(tableOf([odd!]).split('\n')[1] ?? '', /^a end_of_record \[2K/);
});

it('reports of the coverage of flows add up over the parts of a run, if these are of the same files', () => {
  assert.deepEqual(mergeCoverage([collect(true), collect(false)]), collect(true, false));
  assert.deepEqual(mergeCoverage([collect(true), []]), collect(true));
  const [a, b] = collect();
  const changed = { ...b!, steps: b!.steps.map(step => ({ ...step, line: step.line + 1 })) };
  assert.throws(
    () => mergeCoverage([[a!, b!], [changed]]),
    (error: Error) =>
      error instanceof InputError &&
      error.message ===
        'The reports are of different versions of b.flow.json; merge the reports of one run only.',
  );
});

it('reports of the coverage of flows are a page of the HTML report, which names what did not run', () => {
  const { coverage } = pageOf(collect(true, true));
  assert.deepEqual(coverage?.all, {
    file: 'All flows',
    steps: { ran: 3, all: 8 },
    branches: { ran: 2, all: 8 },
    rounds: 4,
    gaps: [],
  });
  assert.deepEqual(coverage.files[1], {
    file: 'b.flow.json',
    steps: { ran: 3, all: 4 },
    branches: { ran: 2, all: 4 },
    rounds: 4,
    gaps: [
      { number: '1', name: 'Branch', line: 2, sides: ['not taken', 'failure'] },
      { number: '3', name: 'Wait', line: 4, sides: [] },
    ],
  });
  assert.deepEqual(pageOf(mergeCoverage([collect(true), collect(true)])), pageOf(collect(true, true)));
});

it('reports of the coverage of flows are a short table of a Markdown report', () => {
  const markdown = formatMarkdownReport([], collect(true, true));
  assert.deepEqual(markdown.trimEnd().split('\n').slice(4), [
    '### Coverage',
    '',
    '| Flow | Steps | Branches | Rounds | Did not run |',
    '| --- | --: | --: | --: | --- |',
    '| `a.flow.json` | 0/4   0% | 0/4   0% | 0 | 1 “Branch”, 1.1 “Wait”, 2 “Repeat”, 3 “Wait” |',
    '| `b.flow.json` | 3/4  75% | 2/4  50% | 4 | 1 “Branch” \\(not taken, failure\\), 3 “Wait” |',
    '| All flows | 3/8  37% | 2/8  25% | 4 |  |',
  ]);
  assert.equal(formatMarkdownReport([]).includes('Coverage'), false);
});

it('reports of the coverage of flows leave out of the Markdown report what would make it long, and count it', () => {
  const wait = { line: 1, runs: 0, decisions: [] };
  const steps = Array.from({ length: 8 }, (_, at) => ({ ...wait, number: `${at + 1}`, name: 'a|b' }));
  const files = Array.from({ length: 24 }, (_, at) => ({ file: `${at}|.flow.json`, steps }));
  const ran = steps.map(step => ({ ...step, runs: 1 }));
  const empty = { file: 'empty.flow.json', steps: [] };
  const markdown = formatMarkdownReport([], [...files, { file: 'full.flow.json', steps: ran }, empty]);
  const rows = markdown.split('\n').filter(line => line.startsWith('| `'));
  assert.equal(rows.length, 20);
  const names = [1, 2, 3, 4, 5].map(number => String.raw`${number} “a\|b”`).join(', ');
  assert.equal(rows[0], String.raw`| ${'`'}0\|.flow.json${'`'} | 0/8   0% |  |  | ${names}, and 3 more |`);
  assert.match(
    markdown,
    /\n4 more have steps or branches that did not run\. 1 flow file ran completely\.\n$/,
  );
});
