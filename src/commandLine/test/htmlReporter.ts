import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { REPORT_ELEMENT, REPORT_PLACE } from '../../protocol/testReport.ts';
import { isNotFound } from '../../util/errors.ts';
import { outputJson } from '../../util/outputLine.ts';
import { InputError } from '../../validate/inputFile.ts';
import { git } from '../git.ts';
import { summarizeAll, summarizeFile } from './coverageSummary.ts';
import {
  type Attempt,
  type CaseReport,
  type FileCoverage,
  type ReportedFailure,
  totalDurationOf,
} from './report.ts';
import { digestsOf, PICTURES_MISSING, type TraceStore } from './traceStore.ts';

/** The results in a report. */
interface HtmlResults {
  readonly cases: readonly CaseReport[];
  readonly coverage: readonly FileCoverage[] | undefined;
  readonly traces: TraceStore;
  /** The sentence of `describeOrigin`. */
  readonly origin?: string;
}

/** Reads the page into which a report is written. Throws InputError. */
export async function readReportPage(page: URL): Promise<string> {
  try {
    return (await promisify(brotliDecompress)(await readFile(page))).toString();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new InputError('The page of HTML reports is not built. Run “npm run build” first.');
  }
}

/** Describes when, where, and with which version of the program a report is written, as a sentence. */
export async function describeOrigin(
  cases: readonly CaseReport[],
  version: string,
  now = new Date(),
): Promise<string> {
  const date = now.toISOString().slice(0, 16).replace('T', ' ');
  const commit = (await git('rev-parse', '--short', 'HEAD').catch(() => '')).trim();
  const took = secondsText(totalDurationOf(cases));
  return `Written on ${date} UTC${commit === '' ? '' : ` at the commit ${commit}`} by version ${version}. The cases took ${took}.`;
}

/**
 * Formats a report as one HTML file: the page with the results and the traces as data. Without `coverage`, the page does
 * not show it.
 */
export function formatHtmlReport(page: string, { cases, coverage, traces, origin }: HtmlResults): string {
  const elements = new Map<string, string>();
  const addElement = (id: string, bytes: Uint8Array | undefined): string => {
    if (bytes && !elements.has(id)) elements.set(id, Buffer.from(bytes).toString('base64'));
    return id;
  };
  const addPicture = (key: string | undefined): string | undefined =>
    key === undefined ? undefined : addElement(`picture-${key}`, traces.pictures.get(key));
  const failureOf = ({ picture, ...failure }: ReportedFailure): unknown => {
    if (!picture) return failure;
    if (!digestsOf(picture).every(key => traces.pictures.has(key)))
      return { ...failure, picturesLeftOut: PICTURES_MISSING };
    const { actual, expected, difference } = picture;
    const added = {
      actual: addPicture(actual),
      expected: addPicture(expected),
      difference: addPicture(difference),
    };
    return { ...failure, picture: added };
  };
  const attemptOf = ({ trace, ...given }: Attempt): unknown => {
    const attempt = { ...given, failures: given.failures.map(failureOf) };
    const stored = trace === undefined ? undefined : traces.get(trace);
    if (trace === undefined || !stored) return attempt;
    return {
      ...attempt,
      trace: addElement(`trace-${trace.replace('.flow-trace', '')}`, stored.bare),
      pictures: [...stored.pictures].map(([screen, digest]) => ({
        screen,
        picture: addPicture(digest),
      })),
    };
  };
  const content = {
    cases: cases.map(({ file, name, outcome, attempts }) => ({
      file,
      name,
      outcome,
      attempts: attempts.map(attemptOf),
    })),
    coverage: coverage && { all: summarizeAll(coverage), files: coverage.map(summarizeFile) },
    notes: [...(origin === undefined ? [] : [origin]), ...traces.notes],
  };
  const data = [
    dataElement(REPORT_ELEMENT, 'application/json', outputJson(content, 0)),
    ...[...elements].map(([id, text]) => dataElement(id, 'application/octet-stream', text)),
  ];
  // A function, because a text would be searched for patterns such as $&.
  return page.replace(REPORT_PLACE, () => data.join('\n')).trimEnd();
}

// The text cannot end the element or begin a comment in it.
function dataElement(id: string, type: string, text: string): string {
  return `<script type="${type}" id="${id}">${text.replaceAll('<', String.raw`\u003c`)}</script>`;
}
