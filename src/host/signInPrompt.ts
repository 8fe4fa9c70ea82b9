import * as vscode from 'vscode';
import { Command } from '../manifest.ts';
import type { Session } from '../stores/session.ts';

/** Asks once to sign in again when the service refuses the key, however many views met the refusal. */
export function promptWhenRejected(session: Session): { dispose(): unknown } {
  return session.onDidChange(state => {
    if (state.kind !== 'rejected') return;
    const text = `“${state.connection.name}” refused the API key. It may be revoked or expired.`;
    const signIn = 'Sign In Again';
    void vscode.window.showWarningMessage(text, signIn).then(async choice => {
      if (choice === signIn) await vscode.commands.executeCommand(Command.signIn);
    });
  });
}
