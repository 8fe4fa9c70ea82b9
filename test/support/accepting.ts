import type { Page } from 'playwright-core';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

/** How often the same question is accepted before it is closed, and how many answers one command gets in all. */
const MOST_TRIALS = 15;
const MOST_ANSWERS = 40;
/**
 * How often there is nothing to accept before an empty list is closed and what goes on is canceled, which takes the
 * focus from what is just being asked.
 */
const LONGEST_SILENCE = 60;

/** What a window asks: all that is written in it, and whether to accept it makes sense. */
interface Question {
  readonly text: string;
  readonly fits: boolean;
}

/**
 * Executes a command, with a file where one is given, and accepts what it asks until it has ended: the main button of
 * a dialog, everything that can be ticked, the first line, and the text that stands there. What does not take that is
 * closed, and what goes on is canceled. Answers how often something was asked.
 */
export async function executeAccepting(
  workbench: Workbench,
  command: string,
  file?: string,
): Promise<number> {
  const { hosts, page } = workbench;
  let hasEnded = false;
  const ending = hosts.execute(command, file).finally(() => (hasEnded = true));
  let answers = 0;
  let trials = 0;
  let silence = 0;
  let last: string | undefined;
  const answer = async (): Promise<boolean> => {
    const question = await questionIn(page);
    if (!question) {
      await hosts.execute('notifications.clearAll');
      if (!hasEnded && ++silence % LONGEST_SILENCE === 0) await endSilence(workbench);
      return hasEnded;
    }
    silence = 0;
    trials = question.text === last ? trials + 1 : 0;
    last = question.text;
    answers++;
    const isTaken = question.fits && trials < MOST_TRIALS && answers < MOST_ANSWERS;
    await page.keyboard.press(isTaken ? 'Enter' : 'Escape');
    return hasEnded;
  };
  await until(`the end of ${command}`, answer);
  await ending;
  return answers;
}

/**
 * What the window asks, which is ticked as far as it can be and has the focus then; undefined while it asks nothing or
 * a list is still empty. VS Code's own question whether to trust the workspace is not to be accepted.
 */
async function questionIn(page: Page): Promise<Question | undefined> {
  return page.evaluate<Question | undefined>(`(() => {
    const shown = selector => [...document.querySelectorAll(selector)].find(one => one.offsetParent !== null);
    const dialog = shown('.monaco-dialog-box');
    if (dialog) {
      dialog.querySelector('.dialog-buttons .monaco-button:not(.secondary)')?.focus();
      return { text: dialog.textContent, fits: !dialog.textContent.includes('Do you trust the authors') };
    }
    const quick = shown('.quick-input-widget');
    const list = shown('.quick-input-widget .quick-input-list');
    const rows = list ? [...list.querySelectorAll('.monaco-list-row')] : [];
    if (!quick || (list && rows.length === 0)) return undefined;
    const all = shown('.quick-input-widget [aria-label="Toggle all checkboxes"]');
    if (all && all.getAttribute('aria-checked') !== 'true') all.click();
    const input = quick.querySelector('input.input');
    input?.focus();
    const parts = [quick.querySelector('.quick-input-title'), quick.querySelector('.quick-input-message'), ...rows];
    const text = [...parts.map(one => one?.textContent), input?.value].join('\\n');
    return { text, fits: !quick.querySelector('.monaco-inputbox.error') };
  })()`);
}

/** Closes a list that stays empty, or presses “Cancel” on what goes on. */
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
