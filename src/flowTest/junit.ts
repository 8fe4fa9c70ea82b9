import { runSteps, stepNumber } from '../flow/run/runSteps.ts';
import type { CaseResult } from './runCase.ts';

/** The results of the cases of one file. */
export interface FileResult {
  /** The path as given by the user, or below a given folder. */
  readonly file: string;
  readonly cases: readonly CaseResult[];
}

/** Formats results as a JUnit report: one suite per file, with the outcome of each step as output of its case. */
export function formatJunitReport(files: readonly FileResult[]): string {
  const allCases = files.flatMap(({ cases }) => cases);
  const suites = files.map(({ file, cases }) =>
    element(
      'testsuite',
      { name: file, ...counts(cases) },
      cases.map(result => testCase(file, result)),
    ),
  );
  const root = element('testsuites', { name: 'flows', ...counts(allCases) }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function testCase(file: string, result: CaseResult): string {
  const { name, outcome, failures, tookMs, execution, devices } = result;
  const kind = outcome === 'unfit' ? 'error' : 'failure';
  const failureElements = failures.map(({ message, expected, actual, line }) => {
    const location = line === undefined ? [] : [`${file}:${line}`];
    const values = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${actual ?? ''}`];
    return element(kind, { message, type: kind }, escapeLines([...location, ...values]));
  });
  const run = runSteps(execution?.result);
  const isOnSeveral = new Set(run.map(({ deviceId }) => deviceId)).size > 1;
  const steps = run.map(step => {
    const round = step.round === undefined ? '' : `, round ${step.round + 1}`;
    const { deviceId = '' } = step;
    const device = isOnSeveral ? ` on ${devices?.get(deviceId.toLowerCase()) ?? deviceId}` : '';
    const error = step.error === undefined ? '' : `: ${step.error}`;
    return `${stepNumber(step)}${round} ${step.name ?? ''}${device}: ${step.status ?? 'unknown'}${error}`;
  });
  const output = steps.length === 0 ? [] : [element('system-out', {}, escapeLines(steps))];
  const line = failures.find(failure => failure.line !== undefined)?.line;
  const location = { file, ...(line === undefined ? {} : { line: String(line) }) };
  const attributes = { name, classname: file, ...location, time: seconds(tookMs) };
  return element('testcase', attributes, [...failureElements, ...output]);
}

function escapeLines(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [escapeXml(lines.join('\n'))];
}

function counts(cases: readonly CaseResult[]): Readonly<Record<string, string>> {
  const count = (outcome: CaseResult['outcome']): string =>
    String(cases.filter(result => result.outcome === outcome).length);
  const time = seconds(cases.reduce((sum, { tookMs }) => sum + tookMs, 0));
  return { tests: String(cases.length), failures: count('failed'), errors: count('unfit'), time };
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
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

// XML does not permit other control characters and unpaired surrogates, not even escaped.
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"\n\t\r]/g, character => ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
