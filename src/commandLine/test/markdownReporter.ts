import { counted } from '../../util/counted.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { isCompletelyCovered, OUTCOME_WORDS } from '../../protocol/testReport.ts';
import { type CoverageSummary, shareText, summarizeAll, summarizeFile } from './coverageSummary.ts';
import { failuresOf } from './listReporter.ts';
import { type CaseReport, type FileCoverage, hasPassed, totalDurationOf, totalsText } from './report.ts';

/** The maximum number of cases with failures, since a comment has a limited length. */
const MAX_CASES = 50;

/** The maximum number of flow files, and of steps of each, in the table of the coverage. */
const MAX = { files: 20, gaps: 5 } as const;

/**
 * Formats the totals, the failures, and the coverage if it is given as Markdown, such as for a comment on a pull request.
 * `hasHtmlReport` is true if the same command writes the HTML report, which shows the pictures.
 */
export function formatMarkdownReport(
  cases: readonly CaseReport[],
  coverage: readonly FileCoverage[] = [],
  hasHtmlReport = false,
): string {
  const notable = cases.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  const took = secondsText(totalDurationOf(cases));
  const more = notable.length - MAX_CASES;
  return markdownDocument([
    `## Flow tests ${hasPassed(cases) ? 'passed' : 'failed'}`,
    escapeLine(`${totalsText(cases)} (${took})`),
    ...notable.slice(0, MAX_CASES).flatMap(report => caseBlocks(report, hasHtmlReport)),
    ...(more > 0 ? [`${counted(more, 'more case')} did not pass.`] : []),
    ...coverageBlocks(coverage),
  ]);
}

function caseBlocks(report: CaseReport, hasHtmlReport: boolean): readonly string[] {
  const picturesAt = hasHtmlReport ? 'in the HTML report' : 'in the folder next to the JSON report';
  const { file, name, outcome } = report;
  const failures = failuresOf(report).map(({ message, line, details, picture, picturesLeftOut }) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    // Markdown cannot contain the bytes of a picture.
    const where = picture ? `Its pictures are ${picturesAt}.` : picturesLeftOut;
    return [
      `- ${escapeLine(message)}${place}`,
      ...[...details, ...(where === undefined ? [] : [where])].map(detail => `  - ${escapeLine(detail)}`),
    ].join('\n');
  });
  return [`### ${code(file)}: ${escapeLine(name)} – ${OUTCOME_WORDS[outcome]}`, failures.join('\n')].filter(
    Boolean,
  );
}

function coverageBlocks(files: readonly FileCoverage[]): readonly string[] {
  if (files.length === 0) return [];
  const summaries = files.map(summarizeFile).filter(({ steps }) => steps.all > 0);
  const incomplete = summaries.filter(summary => !isCompletelyCovered(summary));
  const shown = incomplete.slice(0, MAX.files);
  const rows = [
    ...shown.map(one => coverageRow(code(one.file), one)),
    coverageRow('All flows', summarizeAll(files)),
  ];
  const more = incomplete.length - shown.length;
  const complete = summaries.length - incomplete.length;
  const notes = [
    ...(more > 0 ? [`${counted(more, 'more has', 'more have')} steps or branches that did not run.`] : []),
    ...(complete > 0 ? [`${counted(complete, 'flow file')} ran completely.`] : []),
  ];
  const table = [
    ['Flow', 'Steps', 'Branches', 'Rounds', 'Did not run'],
    ['---', '--:', '--:', '--:', '---'],
    ...rows,
  ].map(cells => `| ${cells.join(' | ')} |`);
  return ['### Coverage', table.join('\n'), ...(notes.length > 0 ? [notes.join(' ')] : [])];
}

function coverageRow(title: string, summary: CoverageSummary): readonly string[] {
  const { steps, branches, rounds, gaps } = summary;
  const names = gaps.slice(0, MAX.gaps).map(gapText);
  if (gaps.length > names.length) names.push(`and ${gaps.length - names.length} more`);
  return [
    title,
    shareText(steps),
    shareText(branches),
    rounds === undefined ? '' : String(rounds),
    names.join(', '),
  ].map(escapePipes);
}

function gapText({ number, name, sides }: CoverageSummary['gaps'][number]): string {
  const title = `${number}${name === undefined ? '' : ` “${name}”`}`;
  return escapeLine(sides.length === 0 ? title : `${title} (${sides.join(', ')})`);
}

// Also in inline code, a pipe ends the cell of a table.
function escapePipes(markdown: string): string {
  return markdown.replaceAll(/(?<!\\)\|/g, String.raw`\|`);
}
