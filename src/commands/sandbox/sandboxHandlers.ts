import type { sandboxCommands } from '../../contributions/sandbox.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import { freezeClock, moveClock, resetClock, resumeClock } from './sandboxClock.ts';
import {
  deleteSnapshot,
  reseedSandbox,
  resetSandbox,
  restoreSnapshot,
  revokeKey,
  saveSnapshot,
} from './sandboxData.ts';
import { addFault, liftFaults, switchFault } from './sandboxFaults.ts';
import { deliverMail } from './sandboxMail.ts';
import type { SandboxServices } from './sandboxServices.ts';

/** The handlers of the commands of this folder. */
export const sandboxHandlers: Handlers<SandboxServices, typeof sandboxCommands> = {
  [Command.startSandbox]: startSandbox,
  [Command.stopSandbox]: stopSandbox,
  [Command.resetSandbox]: resetSandbox,
  [Command.reseedSandbox]: reseedSandbox,
  [Command.saveSnapshot]: saveSnapshot,
  [Command.restoreSnapshot]: restoreSnapshot,
  [Command.deleteSnapshot]: deleteSnapshot,
  [Command.revokeKey]: revokeKey,
  [Command.deliverMail]: deliverMail,
  [Command.addFault]: addFault,
  [Command.switchFault]: switchFault,
  [Command.liftFaults]: liftFaults,
  [Command.moveClock]: moveClock,
  [Command.freezeClock]: freezeClock,
  [Command.resumeClock]: resumeClock,
  [Command.resetClock]: resetClock,
};
