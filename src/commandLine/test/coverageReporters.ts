import { styleText } from 'node:util';
import { outputLine, PIPELINE_COMMAND } from '../../util/outputLine.ts';
import { isCompletelyCovered } from '../../protocol/testReport.ts';
import { type CoverageSummary, shareText, summarizeAll, summarizeFile } from './coverageSummary.ts';
import type { FileCoverage } from './report.ts';

/** Formats the coverage as a table: a row for each flow file, and the totals. */
export function formatCoverageTable(files: readonly FileCoverage[]): string {
  const rows = [...files.map(summarizeFile), summarizeAll(files)].map(rowOf);
  const head = ['Flow', 'Steps', 'Branches', 'Rounds', 'Lines that did not run'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map(row => row.cells[column]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === cells.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [
    lineOf(head),
    ...rows.map(({ cells, isFull }) => styleText(isFull ? 'green' : 'yellow', lineOf(cells))),
  ].join('\n');
}

/** Formats the coverage as LCOV records, which tools for coverage read: each step is a line, each decision a block. */
export function formatLcov(files: readonly FileCoverage[]): string {
  return files.flatMap(lcovOf).join('\n');
}

function rowOf(summary: CoverageSummary): { readonly cells: readonly string[]; readonly isFull: boolean } {
  const { file, steps, branches, rounds, gaps } = summary;
  return {
    cells: [
      outputLine(file),
      shareText(steps),
      shareText(branches),
      rounds === undefined ? '' : String(rounds),
      linesText(gaps),
    ],
    isFull: isCompletelyCovered(summary),
  };
}

/** Returns the lines of the steps that did not run, and of the others the sides that were not taken. */
function linesText(gaps: CoverageSummary['gaps']): string {
  const lines = gaps.map(({ line, sides }) =>
    sides.length === 0 ? `${line}` : `${line} (${sides.join(', ')})`,
  );
  return [...new Set(lines)].join(', ');
}

function lcovOf({ file, steps }: FileCoverage): readonly string[] {
  const lines = new Map<number, number>();
  // Several steps can begin in a line, which then counts as often as the one that ran most often.
  for (const { line, runs } of steps) lines.set(line, Math.max(lines.get(line) ?? 0, runs));
  const decisions = steps.flatMap(step => step.decisions.map(decision => ({ ...step, ...decision })));
  const sides = decisions.flatMap(({ line, runs, yes, no }, block) =>
    [yes, no].map((count, side) => ({ line, runs, block, side, count })),
  );
  return [
    'TN:',
    // A line break in a name would begin another record.
    `SF:${file
      .replaceAll('\\', '/')
      .replaceAll(/\p{Cc}/gu, '\ufffd')
      .replaceAll(PIPELINE_COMMAND, '#\ufffd')}`,
    ...sides.map(
      ({ line, runs, block, side, count }) => `BRDA:${line},${block},${side},${runs === 0 ? '-' : count}`,
    ),
    `BRF:${sides.length}`,
    `BRH:${sides.filter(({ count }) => count > 0).length}`,
    ...[...lines].map(([line, runs]) => `DA:${line},${runs}`),
    `LF:${lines.size}`,
    `LH:${[...lines.values()].filter(runs => runs > 0).length}`,
    'end_of_record',
  ];
}
