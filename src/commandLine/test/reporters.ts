import { stripVTControlCharacters } from 'node:util';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { outputJson, outputLine, withoutCommands } from '../../util/outputLine.ts';
import { writeOutput } from '../files.ts';
import { formatCoverageTable, formatLcov } from './coverageReporters.ts';
import { formatGithubReport } from './githubReporter.ts';
import { describeOrigin, formatHtmlReport, readReportPage } from './htmlReporter.ts';
import { formatJunitReport } from './junitReporter.ts';
import { caseDot, caseLines, formatListReport } from './listReporter.ts';
import { formatMarkdownReport } from './markdownReporter.ts';
import type { PlannedCase } from './planCases.ts';
import { type CaseReport, type FileCoverage, type TestReport, totalsText } from './report.ts';
import type { TraceStore } from './traceStore.ts';

/** The names of the reporters. */
export const REPORTERS = [
  'list',
  'dot',
  'junit',
  'json',
  'html',
  'markdown',
  'github',
  'coverage',
  'lcov',
] as const;
type ReporterName = (typeof REPORTERS)[number];

/** A reporter, and the file that it writes; undefined for standard output. */
export interface ChosenReporter {
  readonly name: ReporterName;
  readonly file: string | undefined;
}

/** The results of a run for reports. */
export interface RunResults {
  readonly cases: readonly CaseReport[];
  readonly coverage: readonly FileCoverage[];
  /** The part of the run, if it has several. */
  readonly part?: TestReport['part'];
  readonly traces: TraceStore;
  /** The page into which HTML reports are written. */
  readonly page: URL;
  /** The version of the program. */
  readonly version: string;
}

interface ShownResults extends Pick<RunResults, 'cases' | 'coverage' | 'part'> {
  /** True if reports with other content contain the coverage, too. */
  readonly isCoverageShown: boolean;
  /** True if an HTML report is written, too. */
  readonly hasHtmlReport: boolean;
}

const FORMATS: Readonly<Record<Exclude<ReporterName, 'html'>, (results: ShownResults) => string>> = {
  list: ({ cases }) => formatListReport(cases),
  dot: ({ cases }) => `${cases.map(caseDot).join('')}\n${formatFailures(cases)}`,
  junit: ({ cases }) => formatJunitReport(cases).trimEnd(),
  json: ({ cases, coverage, part }) => outputJson({ version: 1, part, cases, coverage }),
  markdown: ({ cases, coverage, isCoverageShown, hasHtmlReport }) =>
    withoutCommands(
      formatMarkdownReport(cases, isCoverageShown ? coverage : undefined, hasHtmlReport),
    ).trimEnd(),
  github: ({ cases }) => formatGithubReport(cases),
  coverage: ({ coverage }) => formatCoverageTable(coverage),
  lcov: ({ coverage }) => formatLcov(coverage),
};

/** Parses an option such as `list` or `junit=flows.xml`, which may be repeated. */
export function collectReporters(
  text: string,
  reporters: readonly ChosenReporter[] = [],
): readonly ChosenReporter[] {
  const [, given = '', file] = /^([^=]*)(?:=(.+))?$/.exec(text) ?? [];
  const name = REPORTERS.find(known => known === given);
  if (name) return [...reporters, { name, file }];
  throw new InvalidArgumentError(`Reporters are ${REPORTERS.join(', ')}; add =FILE to write a file.`);
}

/** Prints the progress of a run for the reporters that show it. */
export class ProgressPrinter {
  readonly #name: ReporterName | undefined;
  readonly #total: number;
  #count = 0;

  /** A terminal also shows the case in progress, in a line that is overwritten. */
  constructor(reporters: readonly ChosenReporter[], total: number) {
    this.#name = reporters.find(({ name, file }) => file === undefined && isProgressive(name))?.name;
    this.#total = total;
  }

  start({ file, name }: PlannedCase): void {
    if (this.#name !== 'list' || !process.stdout.isTTY) return;
    const text = outputLine(`${this.#count}/${this.#total} ${file}: ${name}`);
    process.stdout.write(`\r\u001b[2K${text.slice(0, process.stdout.columns - 1)}`);
  }

  finish(report: CaseReport): void {
    this.#count++;
    if (this.#name === 'dot') process.stdout.write(caseDot(report));
    if (this.#name !== 'list') return;
    const clear = process.stdout.isTTY ? '\r\u001b[2K' : '';
    process.stdout.write(`${clear}${caseLines(report).join('\n')}\n`);
  }

  /** Prints what follows the progress: the failures below the dots, and the totals. */
  end(cases: readonly CaseReport[]): void {
    if (this.#name === 'dot') process.stdout.write(`\n${formatFailures(cases)}\n`);
    if (this.#name === 'list') process.stdout.write(`${totalsText(cases)}\n`);
  }
}

/** Prints or writes the reports of a finished run. With `isShown`, the progress was printed. Throws InputError. */
export async function writeReports(
  reporters: readonly ChosenReporter[],
  results: RunResults,
  isShown: boolean,
): Promise<void> {
  const isCoverageShown = reporters.some(({ name }) => name === 'coverage');
  const hasHtmlReport = reporters.some(({ name }) => name === 'html');
  for (const { name, file } of reporters) {
    const text = `${await formatReport(name, file, { ...results, isCoverageShown, hasHtmlReport })}\n`;
    if (name === 'json' && file !== undefined) await results.traces.write(file);
    if (file !== undefined) await writeOutput(file, isColored(name) ? stripVTControlCharacters(text) : text);
    else if (!isShown || !isProgressive(name)) process.stdout.write(text);
  }
}

/** True if a reporter shows or saves the traces of failed attempts. */
export function needsTraces(reporters: readonly ChosenReporter[]): boolean {
  return reporters.some(({ name, file }) => name === 'html' || (name === 'json' && file !== undefined));
}

async function formatReport(
  name: ReporterName,
  file: string | undefined,
  results: RunResults & ShownResults,
): Promise<string> {
  if (name === 'html') {
    const { cases, coverage, isCoverageShown, traces, page, version } = results;
    const origin = await describeOrigin(cases, version);
    const shown = { cases, coverage: isCoverageShown ? coverage : undefined, traces, origin };
    return formatHtmlReport(await readReportPage(page), shown);
  }
  // Without a file, there is no folder next to it.
  const isWithoutFolder = name === 'json' && file === undefined;
  return FORMATS[name](isWithoutFolder ? { ...results, cases: results.cases.map(withoutTraces) } : results);
}

const NO_FOLDER = 'The pictures of this check were not kept, because the JSON report has no folder for them.';

function withoutTraces(report: CaseReport): CaseReport {
  const attempts = report.attempts.map(attempt => ({
    ...attempt,
    trace: undefined,
    failures: attempt.failures.map(({ picture, ...failure }) =>
      picture ? { ...failure, picturesLeftOut: NO_FOLDER } : failure,
    ),
  }));
  return { ...report, attempts };
}

function isProgressive(name: ReporterName): boolean {
  return name === 'list' || name === 'dot';
}

// Colors are for a terminal, not for a file.
function isColored(name: ReporterName): boolean {
  return isProgressive(name) || name === 'coverage';
}

function formatFailures(cases: readonly CaseReport[]): string {
  const failed = cases.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  return [...failed.flatMap(caseLines), totalsText(cases)].join('\n');
}
