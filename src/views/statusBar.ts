import * as vscode from 'vscode';
import { explain } from '../wording/explain.ts';
import { Command } from '../manifest.ts';
import type { Session, SessionState } from '../stores/session.ts';
import { anyEvent } from '../util/emitter.ts';
import { Disposables } from '../util/disposables.ts';

/** Shows the status bar item of the active connection; a click switches the connection or signs in. */
export function showConnectionStatus(session: Session): Disposables {
  const owned = new Disposables();
  const item = owned.add(vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Left, 10));
  item.name = 'Cloud Devices Connection';
  const show = (): void => {
    const { text, tooltip, command, warning } = describe(session.state, session.isReachable);
    item.text = text;
    item.tooltip = tooltip;
    item.command = command;
    item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.accessibilityInformation = { label: `Cloud Devices: ${tooltip}`, role: 'button' };
  };
  owned.add(session.onDidChange(show));
  owned.add(anyEvent(session.onReachable, session.onUnreachable)(show));
  show();
  item.show();
  return owned;
}

interface Description {
  readonly text: string;
  readonly tooltip: string;
  readonly command: Command;
  readonly warning?: boolean;
}

function describe(state: SessionState, isReachable: boolean): Description {
  const command = Command.switchConnection;
  switch (state.kind) {
    case 'none':
      return {
        text: '$(device-mobile) No Connection',
        tooltip: 'No connection. Click to choose one.',
        command,
      };
    case 'closed':
      return named(state, 'device-mobile', 'not connected. Click to switch.', command);
    case 'opening':
      return named(state, 'sync~spin', 'connecting…', command);
    case 'open':
      if (!isReachable)
        return named(state, 'warning', 'the service does not respond. Click to switch.', command, true);
      return named(state, 'device-mobile', 'connected. Click to switch.', command);
    case 'failed':
      return named(state, 'error', `${explain(state.error).summary} Click to switch.`, command, true);
    case 'signedOut':
      return named(state, 'key', 'signed out. Click to sign in.', Command.signIn);
    case 'rejected':
      return named(
        state,
        'warning',
        'the API key was refused. Click to sign in again.',
        Command.signIn,
        true,
      );
  }
}

function named(
  state: Exclude<SessionState, { kind: 'none' }>,
  icon: string,
  text: string,
  command: Command,
  warning = false,
): Description {
  const { name } = state.connection;
  return { text: `$(${icon}) ${name}`, tooltip: `${name}: ${text}`, command, warning };
}
