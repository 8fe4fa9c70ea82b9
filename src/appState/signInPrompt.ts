import { Command } from '../manifest.ts';
import type { Session } from '../stores/session.ts';
import { dialogs } from '../host/dialogs.ts';
import { runCommand } from '../host/commands.ts';

/** Prompts once to sign in again when the service refuses the key, or to restart when the sandbox does. */
export function promptWhenRejected(session: Session): { dispose(): unknown } {
  return session.onDidChange(state => {
    if (state.kind !== 'rejected') return;
    if (state.connection.kind === 'sandbox') {
      void promptRestart();
      return;
    }
    const text = `“${state.connection.name}” refused the API key. It may be revoked or expired.`;
    const signIn = 'Sign In Again';
    void dialogs.showWarningMessage(text, signIn).then(async choice => {
      // The user may have switched to another connection while the prompt was shown.
      if (choice === signIn && session.connection?.id === state.connection.id)
        await runCommand(Command.signIn);
    });
  });
}

// The sandbox gets a new key on each start.
async function promptRestart(): Promise<void> {
  const restart = 'Restart Sandbox';
  const text = 'The sandbox refused the API key, which was revoked. A restart brings a new one.';
  if ((await dialogs.showWarningMessage(text, restart)) !== restart) return;
  await runCommand(Command.stopSandbox);
  await runCommand(Command.startSandbox);
}
