import * as vscode from 'vscode';
import { outcomeText } from '../flow/run/outcomeText.ts';
import { attemptTexts } from '../flow/run/attemptText.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import { type OutcomeState, type StepOutcome, stepOutcomes } from '../flow/run/stepOutcomes.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { markdown } from '../host/markdown.ts';
import type { ShownRun } from '../appState/shownRuns.ts';
import { Disposables } from '../util/disposables.ts';
import { escapeMarkdown } from '../util/markdown.ts';
import { fencedBlock } from '../util/markdownDocument.ts';
import { explanationBlocks } from '../wording/explanationBlocks.ts';
import { keysOf } from '../util/isObject.ts';

const COLORS: Readonly<Record<OutcomeState, string>> = {
  running: 'charts.blue',
  failed: 'editorError.foreground',
  aborted: 'editorWarning.foreground',
  success: 'charts.green',
  skipped: 'editorCodeLens.foreground',
};
const STATES = keysOf(COLORS);
const MAX_SHOWN = 120;

/** Shows the results of an execution beside the steps of a flow file. */
export class StepDecorations extends Disposables {
  readonly #documents: FlowDocuments;
  readonly #types = new Map(STATES.map(state => [state, this.add(typeOf(state))]));

  constructor(documents: FlowDocuments) {
    super();
    this.#documents = documents;
  }

  /** Decorates an editor with the results of a run, or removes the decorations if there is none. */
  show(editor: vscode.TextEditor, run: ShownRun | undefined, deviceName: (id: string) => string): void {
    const { document } = editor;
    const passcodes = run ? passcodesIn(run.steps) : [];
    const outcomes = run ? stepOutcomes(this.#documents.parse(document), run.steps, run.text) : [];
    for (const [state, type] of this.#types) {
      const ofState = outcomes.filter(outcome => outcome.state === state);
      editor.setDecorations(
        type,
        ofState.map(outcome => decorationOf(document, outcome, deviceName, passcodes)),
      );
    }
  }
}

function typeOf(state: OutcomeState): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(COLORS[state]);
  const ruler = state === 'failed' ? { overviewRulerColor: color } : {};
  return vscode.window.createTextEditorDecorationType({
    after: { color, margin: '0 0 0 2em' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    ...ruler,
  });
}

// The text follows the first line of the step.
function decorationOf(
  document: vscode.TextDocument,
  outcome: StepOutcome,
  deviceName: (id: string) => string,
  passcodes: readonly string[],
): vscode.DecorationOptions {
  const { range } = document.lineAt(document.positionAt(outcome.range.start));
  const text = outcomeText(outcome).replaceAll(/\s+/g, ' ');
  const contentText = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  const hoverMessage = markdown(hoverText(outcome, deviceName, passcodes));
  return { range, hoverMessage, renderOptions: { after: { contentText } } };
}

const MAX_ATTEMPTS = 12;

/** Returns the results of a step for each round and device, with the output. */
function hoverText(
  { attempts, ...outcome }: StepOutcome,
  deviceName: (id: string) => string,
  passcodes: readonly string[],
): string {
  const texts = attemptTexts(attempts, deviceName, passcodes);
  const shown = texts.slice(0, MAX_ATTEMPTS).map(({ label, status, time, error, explanation, output }) => {
    const head = [label, status, time].filter(part => part !== '').join(' · ');
    const parts = [
      `**${escapeMarkdown(head)}**`,
      ...(explanation ? explanationBlocks(explanation, error) : [escapeMarkdown(error ?? '')]),
      output && fencedBlock('', output),
    ];
    return parts.filter(Boolean).join('\n\n');
  });
  const more = texts.length > shown.length ? [`and ${texts.length - shown.length} more`] : [];
  const only = texts.length === 1 ? [] : [escapeMarkdown(outcomeText(outcome))];
  return [...only, ...shown, ...more].join('\n\n');
}
