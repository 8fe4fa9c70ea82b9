import * as vscode from 'vscode';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { type CoveredStep, coverFlow, DECISION_SIDES, type FlowCoverage } from '../flow/run/coverage.ts';
import { type RunStep, runSteps } from '../flow/run/runSteps.ts';
import type { CaseResult } from '../flowTest/runCase.ts';

/** The runs of a version of a flow file, by the items of their cases. */
interface FileRuns {
  readonly file: vscode.Uri;
  readonly text: string;
  readonly runs: Map<vscode.TestItem, readonly RunStep[]>;
}

/** Collects the steps that ran in the cases of a run of tests, and reports them to VS Code and the visual editor. */
export class TestCoverage {
  readonly #files = new Map<string, FileRuns>();

  /** Adds the result of a case. If the file has changed since an earlier case, only the new text counts. */
  add(item: vscode.TestItem, file: vscode.Uri, text: string, { execution }: CaseResult): void {
    const key = file.toString();
    let known = this.#files.get(key);
    if (known?.text !== text) {
      known = { file, text, runs: new Map() };
      this.#files.set(key, known);
    }
    known.runs.set(item, execution ? runSteps(execution.result) : []);
  }

  /** Reports the coverage of all files. */
  report(run: vscode.TestRun, catalog: FlowCatalog, shown: ShownRuns): void {
    const covered = new Map<string, FlowCoverage>();
    for (const [key, { file, text, runs }] of this.#files) {
      const document = parseFlow(text);
      const coverageOf = (items: readonly vscode.TestItem[]): readonly CoveredStep[] =>
        coverFlow(
          document,
          catalog,
          items.map(item => runs.get(item) ?? []),
        );
      const items = [...runs.keys()];
      covered.set(key, { text, steps: coverageOf(items) });
      run.addCoverage(new FlowFileCoverage(file, items, coverageOf));
    }
    shown.showCoverage(covered);
    run.onDidDispose(() => shown.hideCoverage(covered));
  }
}

/** The coverage of a flow file with the counts of each case. */
class FlowFileCoverage extends vscode.FileCoverage {
  readonly #cases: ReadonlyMap<string, readonly vscode.StatementCoverage[]>;
  readonly details: readonly vscode.StatementCoverage[];

  constructor(
    uri: vscode.Uri,
    items: vscode.TestItem[],
    coverageOf: (items: readonly vscode.TestItem[]) => readonly CoveredStep[],
  ) {
    const details = coverageOf(items).map(statementOf);
    const { statementCoverage, branchCoverage } = vscode.FileCoverage.fromDetails(uri, details);
    super(uri, statementCoverage, branchCoverage, undefined, items);
    this.details = details;
    this.#cases = new Map(items.map(item => [item.id, coverageOf([item]).map(statementOf)]));
  }

  detailsOf({ id }: vscode.TestItem): readonly vscode.StatementCoverage[] {
    return this.#cases.get(id) ?? [];
  }
}

/** Returns the coverage of each step of a file, in all cases or in one. */
export function detailsOf(file: vscode.FileCoverage, item?: vscode.TestItem): vscode.FileCoverageDetail[] {
  if (!(file instanceof FlowFileCoverage)) return [];
  return [...(item ? file.detailsOf(item) : file.details)];
}

function statementOf({ place, runs, decisions }: CoveredStep): vscode.StatementCoverage {
  const start = new vscode.Position(place.line, place.column);
  const branches = decisions.flatMap(({ kind, yes, no }) => {
    const [one, other] = DECISION_SIDES[kind];
    return [new vscode.BranchCoverage(yes, start, one), new vscode.BranchCoverage(no, start, other)];
  });
  return new vscode.StatementCoverage(runs, start, branches);
}
