import type { Page } from 'playwright-core';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

/** Maximum number of times the same question is accepted before it is closed, and of answers per command. */
const MAX_TRIALS = 10;
const MAX_ANSWERS = 40;
/**
 * Time without a question before an empty list is closed or an operation is canceled, in milliseconds. Canceling takes
 * the focus from a question that appears at that moment.
 */
const MAX_SILENCE_MS = 5000;

/** A question in a window: its complete text, and whether it should be accepted. */
interface Question {
  readonly text: string;
  readonly isAcceptable: boolean;
  /**
   * True for VS Code's file dialog, which never ends if it is accepted a second time while it checks the path. It shows
   * this only after 800 ms.
   */
  readonly isFileDialog?: boolean;
}

/**
 * Executes a command, optionally with a file, and accepts its questions until it ends: the main button of a dialog, all
 * checkboxes, the first row, and the preset text. Questions that do not accept this are closed, and running operations
 * are canceled. Returns the number of questions.
 */
export async function executeAccepting(
  workbench: Workbench,
  command: string,
  file?: string,
): Promise<number> {
  const { hosts, page } = workbench;
  let hasEnded = false;
  const ending = hosts
    .execute(command, ...(file === undefined ? [] : [file]))
    .finally(() => (hasEnded = true));
  let answers = 0;
  let trials = 0;
  let silentSince = performance.now();
  let last: string | undefined;
  const answer = async (): Promise<boolean> => {
    const question = await questionIn(page);
    const isChecking = question?.isFileDialog && question.text === last;
    if (!question || isChecking) {
      if (!question) await hosts.execute('notifications.clearAll');
      if (!hasEnded && performance.now() - silentSince > MAX_SILENCE_MS) {
        await endSilence(workbench);
        silentSince = performance.now();
      }
      return hasEnded;
    }
    silentSince = performance.now();
    trials = question.text === last ? trials + 1 : 0;
    last = question.text;
    answers++;
    const isTaken = question.isAcceptable && trials < MAX_TRIALS && answers < MAX_ANSWERS;
    await page.keyboard.press(isTaken ? 'Enter' : 'Escape');
    return hasEnded;
  };
  await until(`the end of ${command}`, answer);
  await ending;
  return answers;
}

/**
 * Returns the current question with all its checkboxes selected and focused; undefined if there is none, or a list is
 * still empty or being filled. VS Code's question about workspace trust must not be accepted.
 */
async function questionIn(page: Page): Promise<Question | undefined> {
  return page.evaluate<Question | undefined>(`(() => {
    const shown = selector => [...document.querySelectorAll(selector)].find(one => one.offsetParent !== null);
    const dialog = shown('.monaco-dialog-box');
    if (dialog) {
      dialog.querySelector('.dialog-buttons .monaco-button:not(.secondary)')?.focus();
      return { text: dialog.textContent, isAcceptable: !dialog.textContent.includes('Do you trust the authors') };
    }
    const quick = shown('.quick-input-widget');
    const list = shown('.quick-input-widget .quick-input-list');
    const rows = list ? [...list.querySelectorAll('.monaco-list-row')] : [];
    if (!quick || (list && rows.length === 0)) return undefined;
    if (quick.querySelector('.monaco-progress-container.active')) return undefined;
    const all = shown('.quick-input-widget [aria-label="Toggle all checkboxes"]');
    if (all && all.getAttribute('aria-checked') !== 'true') all.click();
    const input = quick.querySelector('input.input');
    input?.focus();
    const isFileDialog = input?.value.startsWith('/') === true;
    const head = [quick.querySelector('.quick-input-title'), quick.querySelector('.quick-input-message')];
    // The rows of a file dialog change while it checks the path.
    const parts = isFileDialog ? head : [...head, ...rows];
    const text = [...parts.map(one => one?.textContent), input?.value].join('\\n');
    return { text, isAcceptable: !quick.querySelector('.monaco-inputbox.error'), isFileDialog };
  })()`);
}

/** Closes a list that stays empty, or clicks “Cancel” in the notification of a running operation. */
async function endSilence({ hosts, input, page }: Workbench): Promise<void> {
  if (await input.isVisible()) {
    await page.keyboard.press('Escape');
    return;
  }
  await hosts.execute('notifications.showList');
  await page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll('.notifications-center .monaco-button')];
    buttons.find(one => one.textContent === 'Cancel')?.click();
  })()`);
}
