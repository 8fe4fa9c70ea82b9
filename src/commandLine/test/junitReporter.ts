import { type CaseReport, countOf, durationOf, type ReportedStep, totalDurationOf } from './report.ts';
import { PIPELINE_COMMAND } from '../../util/outputLine.ts';
import { failuresOf } from './listReporter.ts';

/** Formats reports as JUnit: one suite per file, with the outcome of each step as output of its case. */
export function formatJunitReport(reports: readonly CaseReport[]): string {
  const cases = reports.map(report => ({ ...report, file: report.file.replaceAll('\\', '/') }));
  const files = [...new Set(cases.map(({ file }) => file))];
  const suites = files.map(file => {
    const fileCases = cases.filter(report => report.file === file);
    return element('testsuite', { name: file, ...counts(fileCases) }, fileCases.map(testCase));
  });
  const root = element('testsuites', { name: 'flows', ...counts(cases) }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function testCase(report: CaseReport): string {
  const { file, name, outcome, attempts } = report;
  const failures = failuresOf(report);
  const kind = outcome === 'unfit' ? 'error' : outcome === 'flaky' ? 'flakyFailure' : 'failure';
  const failureElements = failures.map(({ message, line, details, expected, actual }) => {
    const location = line === undefined ? [] : [`${file}:${line}`];
    const values = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${actual ?? ''}`];
    return element(kind, { message, type: kind }, escapeLines([...location, ...details, ...values]));
  });
  if (outcome === 'skipped') failureElements.push(element('skipped', {}, []));
  const steps = attempts.at(-1)?.steps.map(stepLine) ?? [];
  const output = steps.length === 0 ? [] : [element('system-out', {}, escapeLines(steps))];
  const line = failures.find(failure => failure.line !== undefined)?.line;
  const location = { file, ...(line === undefined ? {} : { line: String(line) }) };
  const attributes = { name, classname: file, ...location, time: seconds(durationOf(report)) };
  return element('testcase', attributes, [...failureElements, ...output]);
}

function stepLine({ number, round, name = '', device, status = 'unknown', reason }: ReportedStep): string {
  const where = `${round === undefined ? '' : `, round ${round}`} ${name}${device === undefined ? '' : ` on ${device}`}`;
  return `${number}${where}: ${status}${reason === undefined ? '' : `: ${reason}`}`;
}

function escapeLines(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [escapeXml(lines.join('\n'))];
}

function counts(cases: readonly CaseReport[]): Readonly<Record<string, string>> {
  const count = (outcome: CaseReport['outcome']): string => String(countOf(cases, outcome));
  const time = seconds(totalDurationOf(cases));
  const tests = String(cases.length);
  return { tests, failures: count('failed'), errors: count('unfit'), skipped: count('skipped'), time };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly string[],
): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `<${name}${attributeTexts.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeXml(text: string): string {
  return (
    text
      // XML does not permit other control characters and unpaired surrogates, not even escaped.
      .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replaceAll(/[&<>"]/g, character => ESCAPES[character] ?? character)
      .replaceAll(PIPELINE_COMMAND, '#&#35;')
      .replaceAll(/\p{Cc}/gu, character => `&#${character.charCodeAt(0)};`)
  );
}
