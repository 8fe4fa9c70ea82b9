import { Command } from '../../src/manifest.ts';
import type { Switching } from './switching.ts';

/** Arguments and answers for running a command without a user. */
type CommandCase = Omit<Switching, 'other' | 'at' | 'given'> & {
  /** Passes the linked file to the command. */
  readonly onFile?: boolean;
  /**
   * True if the command may report an error because it shows data of the active connection or calls a host that does
   * not exist.
   */
  readonly mayRefuse?: boolean;
  /** Number of moments before a view is shown, which sends its own requests. */
  readonly most?: number;
};

/**
 * Commands that work on the sandbox, on connections, on a line that a view shows, on a file from a dialog of the system,
 * or on this window alone.
 */
const WITHOUT_SERVICE: ReadonlySet<Command> = new Set([
  Command.startSandbox,
  Command.stopSandbox,
  Command.resetSandbox,
  Command.reseedSandbox,
  Command.saveSnapshot,
  Command.restoreSnapshot,
  Command.deleteSnapshot,
  Command.revokeKey,
  Command.deliverMail,
  Command.addFault,
  Command.switchFault,
  Command.liftFaults,
  Command.addPhone,
  Command.moveClock,
  Command.freezeClock,
  Command.resumeClock,
  Command.resetClock,
  Command.addConnection,
  Command.switchConnection,
  Command.editConnection,
  Command.removeConnection,
  Command.signIn,
  Command.signOut,
  Command.showLog,
  Command.insertAction,
  Command.retryList,
  Command.loadMore,
  Command.copyId,
  Command.showRecord,
  Command.showDelivery,
  Command.clearRequests,
  Command.playTrack,
  Command.uploadApp,
  Command.resumeUpload,
  Command.discardUpload,
  Command.copyAppBundleId,
  Command.addCredentialValue,
  Command.copyCredentialValue,
  Command.changeCredentialValue,
  Command.deleteCredentialValue,
  Command.deleteCredential,
  Command.hideRun,
  Command.showExecution,
  Command.exportTrace,
  Command.openTrace,
  Command.compareExecutions,
  Command.copyAsCurl,
  Command.copyTrace,
  Command.exportSupportBundle,
  Command.verifyDelivery,
  Command.stopReceiver,
  Command.answerReceiver,
  Command.clearReceiver,
  Command.copyReceiverAddress,
  Command.showReceived,
  Command.replayReceived,
  Command.newFlow,
  Command.importFlow,
  Command.exportFlow,
  Command.fillFlow,
  Command.showChanges,
  Command.openFlowVisually,
  Command.openFlowAsText,
  Command.insertGestures,
  Command.replayGestures,
  Command.copyGesturesAsCurl,
  Command.addStep,
  Command.addStepInside,
  Command.duplicateSteps,
  Command.renameStep,
  Command.cutSteps,
  Command.copySteps,
  Command.pasteSteps,
  Command.deleteSteps,
  Command.moveStepsUp,
  Command.moveStepsDown,
  Command.moveStepsIn,
  Command.moveStepsOut,
]);

/** Cases that need more than the defaults. */
const SPECIAL: Readonly<Partial<Record<Command, CommandCase>>> = {
  [Command.searchActions]: { texts: ['tap'] },
  [Command.searchFlows]: { texts: ['a'] },
  [Command.filterFlows]: { pick: 'Enabled' },
  [Command.showExecutions]: { most: 3 },
  [Command.activateFlow]: { pick: 'Location tour' },
  [Command.verifyFlow]: { onFile: true },
  [Command.recordDevice]: { onFile: true, mayRefuse: true },
  [Command.createFlow]: { onFile: true },
  [Command.deployFlows]: { onFile: true },
  [Command.pullFlow]: { onFile: true },
  [Command.linkFlow]: { onFile: true },
  [Command.unlinkFlow]: { onFile: true },
  [Command.showDrift]: { onFile: true, mayRefuse: true },
  [Command.compareFlow]: { onFile: true, mayRefuse: true },
  [Command.searchDevices]: { texts: ['a'] },
  [Command.addDevice]: { texts: ['6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b009'] },
  [Command.tap]: { texts: ['10, 10'] },
  [Command.typeText]: { texts: ['typed'], mayRefuse: true },
  [Command.setLocation]: { texts: ['1, 1'] },
  [Command.actOnPhone]: { texts: ['https://example.com'] },
  [Command.searchApps]: { texts: ['o'] },
  [Command.filterApps]: { pick: 'Android' },
  [Command.installApp]: { mayRefuse: true },
  [Command.startApp]: { mayRefuse: true },
  [Command.stopApp]: { mayRefuse: true },
  [Command.uninstallApp]: { mayRefuse: true },
  [Command.createCredential]: { texts: ['login', 'sam'], mayRefuse: true },
  [Command.startTask]: { texts: ['Open the settings'] },
  [Command.writeTaskFlow]: { mayRefuse: true },
  [Command.showRun]: { mayRefuse: true },
  [Command.runAgain]: { mayRefuse: true },
  [Command.typeMessagePasscode]: { mayRefuse: true },
  [Command.waitForPasscode]: { texts: ['1'] },
  [Command.connectMailbox]: { texts: ['Mine'] },
  [Command.createMailbox]: { texts: ['made-here'] },
  [Command.testWebhook]: { mayRefuse: true },
  [Command.searchActivity]: { texts: ['a'] },
  [Command.filterActivity]: { pick: 'Failed' },
  [Command.searchWebhooks]: { texts: ['a'] },
  [Command.setLocationOnMap]: { most: 2 },
  [Command.openDeviceGrid]: { most: 2 },
  [Command.resumeDevice]: { mayRefuse: true },
};

/** The cases of all commands that may ask a service. A new command is one of them unless it is listed above. */
export const commandCases: ReadonlyMap<Command, CommandCase> = new Map(
  Object.values(Command)
    .filter(command => !WITHOUT_SERVICE.has(command))
    .map(command => [command, SPECIAL[command] ?? {}]),
);
