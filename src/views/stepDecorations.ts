import * as vscode from 'vscode';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { outcomeText } from '../flow/run/outcomeText.ts';
import type { RunStep } from '../flow/run/runSteps.ts';
import { type OutcomeState, type StepOutcome, stepOutcomes } from '../flow/run/stepOutcomes.ts';
import { markdown } from '../host/markdown.ts';
import { Disposables } from '../util/disposables.ts';
import { escapeMarkdown } from '../util/markdown.ts';

const COLOURS: Readonly<Record<OutcomeState, string>> = {
  running: 'charts.blue',
  failed: 'editorError.foreground',
  success: 'charts.green',
  skipped: 'editorCodeLens.foreground',
};
const STATES = Object.keys(COLOURS) as OutcomeState[];
const MOST_SHOWN = 120;

/** Writes beside the steps of a flow file what became of them in an execution. */
export class StepDecorations extends Disposables {
  readonly #types = new Map(STATES.map(state => [state, this.add(typeOf(state))]));

  /** Decorates an editor with the steps of a run, or with nothing. */
  show(editor: vscode.TextEditor, steps: readonly RunStep[]): void {
    const { document } = editor;
    const outcomes = steps.length === 0 ? [] : stepOutcomes(parseFlow(document.getText()), steps);
    for (const [state, type] of this.#types) {
      const own = outcomes.filter(one => one.state === state);
      editor.setDecorations(
        type,
        own.map(one => decorationOf(document, one)),
      );
    }
  }
}

function typeOf(state: OutcomeState): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(COLOURS[state]);
  const ruler = state === 'failed' ? { overviewRulerColor: color } : {};
  return vscode.window.createTextEditorDecorationType({
    after: { color, margin: '0 0 0 2em' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    ...ruler,
  });
}

// The text stands behind the line in which the step begins.
function decorationOf(document: vscode.TextDocument, outcome: StepOutcome): vscode.DecorationOptions {
  const { range } = document.lineAt(document.positionAt(outcome.range.start));
  const text = outcomeText(outcome).replaceAll(/\s+/g, ' ');
  const contentText = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
  const hoverMessage = markdown(escapeMarkdown(outcomeText(outcome)));
  return { range, hoverMessage, renderOptions: { after: { contentText } } };
}
