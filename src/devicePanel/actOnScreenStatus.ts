import { runCommand } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import type { ScreenStatusAction } from '../protocol/devicePanel.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';

/** Runs a command that may help when the screen of a device cannot be shown. */
export async function actOnScreenStatus(
  session: Pick<DevicePanelSession, 'act' | 'connection'>,
  act: ScreenStatusAction,
): Promise<void> {
  if (act === 'signIn') await runCommand(Command.signIn);
  else if (act === 'connection') await runCommand(Command.switchConnection);
  else if (act === 'switch') await runCommand(Command.switchConnection, { id: session.connection.id });
  else await session.act(act);
}
