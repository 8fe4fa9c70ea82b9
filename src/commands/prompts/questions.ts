import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { answerInput } from '../../host/picker.ts';

/** The outcome of a question if the user returns to the previous one. */
export const BACK = Symbol('back');

/** The outcome of a question: an answer, `BACK`, or undefined if the user canceled. */
export type Answer<T> = T | typeof BACK | undefined;

/** Position of a question in its series, counted from 1. */
export interface QuestionPosition {
  readonly title: string;
  readonly step: number;
  /** Undefined while the number of questions depends on an answer. */
  readonly total: number | undefined;
}

/** Asks one question of a series and stores the answer itself; resolves to true to continue. */
export type Question = (position: QuestionPosition) => Promise<Answer<true>>;

/** A single-choice question. */
interface ItemChoice<T extends vscode.QuickPickItem> {
  readonly name: string;
  readonly items: readonly T[];
  readonly placeholder?: string;
  /** The answer given before, if the question is asked again. */
  readonly active?: T | undefined;
}

/** A free-text question. */
interface TextQuestion {
  readonly name: string;
  readonly value: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  /** Receives the text while it is typed, even if the question is canceled. */
  readonly keep?: (text: string) => void;
  /**
   * Called when the user presses Enter. A sentence that it returns is shown as a warning, and the text is accepted if Enter
   * is pressed again.
   */
  readonly tryOut?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns a sentence that rejects the text, or a message that may also be only a warning. */
  readonly problem: (text: string) => string | vscode.InputBoxValidationMessage | undefined;
}

/**
 * Asks questions one after the other, with a Back button. `questions` is called before each step, since later questions
 * may depend on earlier answers; if their number depends on the first answer, `total` is `afterFirst`. Returns true if
 * all were answered.
 */
export async function askInTurn(
  title: string,
  questions: () => readonly Question[],
  total: 'known' | 'afterFirst' = 'known',
): Promise<boolean> {
  let index = 0;
  for (;;) {
    const current = questions();
    const question = current[index];
    if (!question) return true;
    const isKnown = total === 'known' || index > 0;
    const answer = await question({
      title,
      step: index + 1,
      total: isKnown ? current.length : undefined,
    });
    if (answer === undefined) return false;
    index += answer === BACK ? -1 : 1;
  }
}

/** Stores an answer, if one was given, and continues with the next question. */
export function stored<T>(answer: Answer<T>, store: (answer: T) => void): Answer<true> {
  if (answer === undefined) return undefined;
  if (answer === BACK) return BACK;
  store(answer);
  return true;
}

/** Prompts for one item. */
export async function askItem<T extends vscode.QuickPickItem>(
  position: QuestionPosition,
  { name, items, placeholder, active }: ItemChoice<T>,
): Promise<Answer<T>> {
  const pick = openPick<T>(position, name);
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  if (active) pick.activeItems = [active];
  return answerOf(pick, () => pick.selectedItems[0]);
}

/** Prompts for a text that `problem` does not reject. */
export async function askText(
  position: QuestionPosition,
  { name, value, prompt, placeholder, keep, tryOut, problem }: TextQuestion,
): Promise<Answer<string>> {
  const input = openInput(position, name);
  input.value = value;
  input.prompt = prompt;
  input.placeholder = placeholder;
  const accepts = (): boolean => {
    const found = problem(input.value);
    input.validationMessage = found;
    return typeof found === 'object' ? found.severity !== vscode.InputBoxValidationSeverity.Error : !found;
  };
  let isWarned = false;
  const changes = input.onDidChangeValue(text => {
    keep?.(text);
    isWarned = false;
    accepts();
  });
  const running = new AbortController();
  const tried = async (text: string): Promise<string | undefined> => {
    input.busy = true;
    input.enabled = false;
    const warning = await tryOut?.(text, running.signal);
    input.busy = false;
    input.enabled = true;
    if (warning === undefined) return text;
    isWarned = true;
    input.validationMessage = { message: warning, severity: vscode.InputBoxValidationSeverity.Warning };
    return undefined;
  };
  try {
    return await answerOf(input, () => {
      if (input.busy || !(isWarned || accepts())) return undefined;
      return tryOut && !isWarned ? tried(input.value) : input.value;
    });
  } finally {
    running.abort();
    changes.dispose();
  }
}

/** Creates an input box for one question of a series, which `answerOf` shows. */
export function openInput(position: QuestionPosition, name: string): vscode.InputBox {
  return withPosition(dialogs.createInputBox(), position, name);
}

/** Creates a picker for one question of a series, which `answerOf` shows. */
export function openPick<T extends vscode.QuickPickItem>(
  position: QuestionPosition,
  name: string,
): vscode.QuickPick<T> {
  return withPosition(dialogs.createQuickPick<T>(), position, name);
}

/** Shows a question. Each time the user presses Enter, calls `accepted`, and resolves once it returns an answer. */
export function answerOf<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  accepted: () => T | undefined | Promise<T | undefined>,
): Promise<Answer<T>> {
  return answerInput<Answer<T>>(input, accepted, button =>
    button === vscode.QuickInputButtons.Back ? BACK : undefined,
  );
}

function withPosition<T extends vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] }>(
  input: T,
  { title, step, total }: QuestionPosition,
  name: string,
): T {
  input.title = `${title}: ${name}`;
  // VS Code would show a lone number.
  const isNumbered = total !== undefined && total > 1;
  input.step = isNumbered ? step : undefined;
  input.totalSteps = isNumbered ? total : undefined;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return input;
}
