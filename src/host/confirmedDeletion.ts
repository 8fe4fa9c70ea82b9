import { dialogs } from './dialogs.ts';

/** Asks before something is deleted for good. The default button, which Enter presses, keeps it. */
export async function confirmedDeletion(question: string, detail: string): Promise<boolean> {
  const [keep, remove] = ['Keep', 'Delete'];
  return (await dialogs.showWarningMessage(question, { modal: true, detail }, keep, remove)) === remove;
}
