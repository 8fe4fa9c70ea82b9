import { setContext } from '../host/commands.ts';
import { Command, ContextKey } from '../manifest.ts';

/**
 * The commands that do a step of the walkthrough, by its context key. VS Code itself notices only commands of menus and
 * the palette, not those of pages.
 */
const DONE_BY: Readonly<Record<string, readonly Command[]>> = {
  [ContextKey.hasBuiltFlow]: [
    Command.newFlow,
    Command.fillFlow,
    Command.recordDevice,
    Command.runFlow,
    Command.runStep,
    Command.runToStep,
    Command.debugFlow,
    Command.debugToStep,
  ],
  [ContextKey.hasReadText]: [Command.checkAllFlows, Command.openFlowAsText],
  [ContextKey.hasDeployed]: [
    Command.deployFlows,
    Command.createFlow,
    Command.verifyFlow,
    Command.activateFlow,
  ],
  [ContextKey.hasUsedDevice]: [
    Command.openDevicePanel,
    Command.openDeviceGrid,
    Command.showPhone,
    Command.runFlow,
    Command.recordDevice,
  ],
  [ContextKey.hasReadInbox]: [
    Command.waitForPasscode,
    Command.copyPasscode,
    Command.copyMessagePasscode,
    Command.registerReceiver,
  ],
};

/** Marks the steps of the walkthrough that a command has done. */
export function markStepsDone(command: Command): void {
  for (const [key, commands] of Object.entries(DONE_BY))
    if (commands.includes(command)) setContext(key, true);
}
