import { dialogs } from '../host/dialogs.ts';

const LINE_BREAKS = /\r\n?|\n/g;

/**
 * Returns a text as it is to be pasted into a device: a text with line breaks only after the user confirms it, and as
 * one line if the user prefers that. Undefined on cancel.
 */
export async function confirmPaste(text: string): Promise<string | undefined> {
  const breaks = text.match(LINE_BREAKS)?.length ?? 0;
  if (breaks === 0) return text;
  const question = breaks === 1 ? 'Paste text with a line break?' : `Paste text with ${breaks} line breaks?`;
  const detail = 'The device treats a line break as Enter, which can submit a form before the rest is typed.';
  const options = { modal: true, detail };
  const picked = await dialogs.showWarningMessage(question, options, 'Paste as One Line', 'Paste');
  if (picked === undefined) return undefined;
  return picked === 'Paste'
    ? text
    : text
        .split(LINE_BREAKS)
        .map(line => line.trim())
        .filter(Boolean)
        .join(' ');
}
