import * as vscode from 'vscode';
import type { ShownRepairs } from '../appState/fileRepairs.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { namedElementLabel } from '../flow/record/elementChoices.ts';
import { confidenceText } from '../flow/repair/confidenceText.ts';
import type { Repair } from '../flow/repair/repair.ts';
import { locateRepairs, repairEdits } from '../flow/repair/repairEdits.ts';
import { documentEdit } from '../host/editDocument.ts';
import { plainText } from '../util/plainText.ts';
import { toRange } from './convert.ts';

/** Returns the proposed repairs for the run that a flow file shows; undefined if there are none. */
export type RepairsOf = (file: vscode.Uri) => Promise<ShownRepairs | undefined>;

/** Returns the proposed repairs of a failed step in a range as quick fixes, the likeliest first. */
export function repairFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  { proposals, steps }: ShownRepairs,
  catalog: FlowCatalog,
): vscode.CodeAction[] {
  const text = document.getText();
  const fixFor = (repair: Repair, together: readonly Repair[]): vscode.CodeAction[] => {
    const located = locateRepairs(text, steps, [repair, ...together]);
    if ('refusal' in located) return [];
    const [own] = located;
    if (!own || !toRange(document, own.range).intersection(range)) return [];
    const found = repairEdits(text, catalog, located);
    if ('refusal' in found) return [];
    const name = namedElementLabel({ by: 'selector', selector: repair.to });
    const likely = confidenceText(repair.confidence).toLowerCase();
    const others =
      together.length === 0
        ? ''
        : `, and repair ${together.length} more ${together.length === 1 ? 'step' : 'steps'}`;
    const title = plainText(`Use ${name}${others}: ${likely}`);
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.edit = documentEdit(document, found.edits);
    return [action];
  };
  return proposals.flatMap(({ repairs, together }) =>
    repairs.flatMap((repair, at) => fixFor(repair, at === 0 ? together : [])),
  );
}
