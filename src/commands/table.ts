import { Command } from '../manifest.ts';
import {
  clearActionSearch,
  copyActionId,
  insertAction,
  loadMoreActions,
  orderActions,
  refreshActions,
  searchActions,
  showActionSchema,
} from './actions.ts';
import {
  clearRequests,
  filterActivity,
  orderActivity,
  refreshActivity,
  searchActivity,
  showAllActivity,
} from './activity.ts';
import { refreshCatalog } from './catalog.ts';
import { addConnection, removeConnection, switchConnection } from './connection.ts';
import { editConnection } from './connectionEdit.ts';
import {
  addDevice,
  filterDevices,
  orderDevices,
  refreshDevices,
  removeAddedDevice,
  searchDevices,
} from './deviceList.ts';
import { filterFlows, orderFlows, refreshFlows, searchFlows, showAllFlows } from './flowList.ts';
import { showDelivery } from './deliveries.ts';
import { copyId, loadMore, retryList, showRecord } from './lists.ts';
import { cancelMailbox, connectMailbox, copyConsentSecret, resumeMailbox } from './mailboxConnect.ts';
import {
  copyMailboxAddress,
  copyPasscode,
  filterMessages,
  refreshMailboxes,
  waitForPasscode,
} from './mailboxes.ts';
import { sendEvent } from './events.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import { deleteSnapshot, reseedSandbox, resetSandbox, restoreSnapshot, saveSnapshot } from './sandboxData.ts';
import { freezeClock, moveClock, resetClock, resumeClock } from './sandboxClock.ts';
import { addFault, liftFaults, switchFault } from './sandboxFaults.ts';
import { revokeKey } from './sandboxKey.ts';
import { deliverMail } from './sandboxMail.ts';
import { fireTrigger } from './triggers.ts';
import { showApp } from './apps.ts';
import { copyAsCurl, copyTrace } from './curl.ts';
import { press, swipe, tap, typeText } from './deviceGestures.ts';
import { changeDevices } from './deviceLifecycle.ts';
import { resetLocation, setLocation } from './devicePlace.ts';
import { moveDeviceView, onGestures, openDevicePanel, playTrack, setLocationOnMap } from './devicePanel.ts';
import { takeScreenshot } from './deviceScreenshot.ts';
import { activateFlow } from './flowActivate.ts';
import { checkAllFlows } from './flowCheckAll.ts';
import { linkFlow, unlinkFlow } from './flowLink.ts';
import { dryRunFlow, fireFlow, showExecutions } from './flowRun.ts';
import { cloneFlow, deleteFlow, disableFlow, unblockFlow } from './flowState.ts';
import { onSteps, openFlowAsText, openFlowVisually } from './flowSteps.ts';
import { checkService } from './serviceCheck.ts';
import { exportSupportBundle } from './supportBundle.ts';
import { abortExecution, cancelTask, followTask, showExecution, startTask } from './tasks.ts';
import {
  answerReceiver,
  clearReceiver,
  copyReceiverAddress,
  startReceiver,
  stopReceiver,
} from './receiver.ts';
import { replayReceived, showReceived } from './receiverDeliveries.ts';
import { registerReceiver } from './receiverRegister.ts';
import type { Services } from './services.ts';
import { filterWebhooks, refreshWebhooks, searchWebhooks } from './webhookList.ts';
import { copyWebhookSecret, createWebhook, editWebhookEvents, rotateWebhook } from './webhooks.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhookState.ts';
import { testWebhook } from './webhookTest.ts';
import { signIn, signOut } from './signIn.ts';

/**
 * Handles a command. `argument` comes from a menu or link, `selection` from the menu of a view; handlers must validate
 * both.
 */
export type Handler = (services: Services, argument?: unknown, selection?: unknown) => unknown;

// Defers large imports until one of these commands is first used.
function loaded(load: () => Promise<Handler>): Handler {
  return async (...given) => (await load())(...given);
}

// Repeated calls while one is running, such as by a double-click, share its result.
function oneAtATime(handler: (services: Services) => Promise<void>): Handler {
  let running: Promise<void> | undefined;
  return services =>
    (running ??= handler(services).finally(() => {
      running = undefined;
    }));
}

/** The handlers of all commands in package.json. */
export const commandTable: Readonly<Record<Command, Handler>> = {
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
  [Command.sendEvent]: sendEvent,
  [Command.fireTrigger]: fireTrigger,
  [Command.addConnection]: addConnection,
  [Command.switchConnection]: switchConnection,
  [Command.editConnection]: editConnection,
  [Command.removeConnection]: removeConnection,
  [Command.signIn]: signIn,
  [Command.signOut]: signOut,
  [Command.showLog]: ({ log }) => log.show(),
  [Command.refreshActions]: refreshActions,
  [Command.searchActions]: searchActions,
  [Command.clearActionSearch]: clearActionSearch,
  [Command.orderActions]: orderActions,
  [Command.loadMoreActions]: loadMoreActions,
  [Command.showActionSchema]: showActionSchema,
  [Command.copyActionId]: copyActionId,
  [Command.insertAction]: insertAction,
  [Command.retryList]: retryList,
  [Command.loadMore]: loadMore,
  [Command.copyId]: copyId,
  [Command.showRecord]: showRecord,
  [Command.refreshFlows]: refreshFlows,
  [Command.searchFlows]: searchFlows,
  [Command.filterFlows]: filterFlows,
  [Command.orderFlows]: orderFlows,
  [Command.showAllFlows]: showAllFlows,
  [Command.refreshDevices]: refreshDevices,
  [Command.searchDevices]: searchDevices,
  [Command.filterDevices]: filterDevices,
  [Command.orderDevices]: orderDevices,
  [Command.addDevice]: addDevice,
  [Command.removeAddedDevice]: removeAddedDevice,
  [Command.refreshMailboxes]: refreshMailboxes,
  [Command.filterMessages]: filterMessages,
  [Command.copyPasscode]: copyPasscode,
  [Command.waitForPasscode]: waitForPasscode,
  [Command.connectMailbox]: connectMailbox,
  [Command.resumeMailbox]: resumeMailbox,
  [Command.cancelMailbox]: cancelMailbox,
  [Command.copyMailboxAddress]: copyMailboxAddress,
  [Command.copyConsentSecret]: copyConsentSecret,
  [Command.refreshWebhooks]: refreshWebhooks,
  [Command.searchWebhooks]: searchWebhooks,
  [Command.filterWebhooks]: filterWebhooks,
  [Command.createWebhook]: createWebhook,
  [Command.testWebhook]: testWebhook,
  [Command.rotateWebhook]: rotateWebhook,
  [Command.copyWebhookSecret]: copyWebhookSecret,
  [Command.editWebhookEvents]: editWebhookEvents,
  [Command.enableWebhook]: enableWebhook,
  [Command.disableWebhook]: disableWebhook,
  [Command.deleteWebhook]: deleteWebhook,
  [Command.showDelivery]: showDelivery,
  [Command.refreshActivity]: refreshActivity,
  [Command.searchActivity]: searchActivity,
  [Command.filterActivity]: filterActivity,
  [Command.orderActivity]: orderActivity,
  [Command.showAllActivity]: showAllActivity,
  [Command.clearRequests]: clearRequests,
  [Command.createFlow]: loaded(async () => (await import('./flowCreate.ts')).createFlow),
  [Command.deployFlows]: loaded(async () => (await import('./flowDeploy.ts')).deployFlows),
  [Command.pullFlow]: loaded(async () => (await import('./flowPull.ts')).pullFlow),
  [Command.linkFlow]: linkFlow,
  [Command.unlinkFlow]: unlinkFlow,
  [Command.showDrift]: loaded(async () => (await import('./flowDrift.ts')).showDrift),
  [Command.compareFlow]: loaded(async () => (await import('./flowDrift.ts')).compareFlow),
  [Command.verifyFlow]: loaded(async () => (await import('./flowVerify.ts')).verifyFlow),
  [Command.activateFlow]: activateFlow,
  [Command.disableFlow]: disableFlow,
  [Command.deleteFlow]: deleteFlow,
  [Command.cloneFlow]: cloneFlow,
  [Command.unblockFlow]: unblockFlow,
  [Command.dryRunFlow]: dryRunFlow,
  [Command.fireFlow]: fireFlow,
  [Command.showExecutions]: showExecutions,
  [Command.openDevicePanel]: openDevicePanel,
  [Command.setLocationOnMap]: setLocationOnMap,
  [Command.playTrack]: playTrack,
  [Command.swipe]: swipe,
  [Command.tap]: tap,
  [Command.typeText]: typeText,
  [Command.pressBack]: press('back'),
  [Command.pressHome]: press('home'),
  [Command.pressRecents]: press('recents'),
  [Command.setLocation]: setLocation,
  [Command.resetLocation]: resetLocation,
  [Command.takeScreenshot]: takeScreenshot,
  [Command.rebootDevice]: changeDevices('reboot'),
  [Command.stopDevice]: changeDevices('stop'),
  [Command.resumeDevice]: changeDevices('resume'),
  [Command.startTask]: startTask,
  [Command.followTask]: followTask,
  [Command.cancelTask]: cancelTask,
  [Command.abortExecution]: abortExecution,
  [Command.showRun]: loaded(async () => (await import('./runs.ts')).showRun),
  [Command.hideRun]: loaded(async () => (await import('./runs.ts')).hideRun),
  [Command.runAgain]: loaded(async () => (await import('./runs.ts')).runAgain),
  [Command.showExecution]: showExecution,
  [Command.showApp]: showApp,
  [Command.copyAsCurl]: copyAsCurl,
  [Command.copyTrace]: copyTrace,
  [Command.checkService]: checkService,
  [Command.exportSupportBundle]: exportSupportBundle,
  [Command.verifyDelivery]: ({ verifyPastedDelivery }) => verifyPastedDelivery(),
  [Command.startReceiver]: startReceiver,
  [Command.stopReceiver]: stopReceiver,
  [Command.answerReceiver]: answerReceiver,
  [Command.registerReceiver]: oneAtATime(registerReceiver),
  [Command.clearReceiver]: clearReceiver,
  [Command.copyReceiverAddress]: copyReceiverAddress,
  [Command.showReceived]: showReceived,
  [Command.replayReceived]: replayReceived,
  [Command.refreshCatalog]: refreshCatalog,
  [Command.newFlow]: loaded(async () => (await import('./flowNew.ts')).newFlow),
  [Command.checkAllFlows]: checkAllFlows,
  [Command.openFlowVisually]: openFlowVisually,
  [Command.openFlowAsText]: openFlowAsText,
  [Command.moveDeviceView]: moveDeviceView,
  [Command.insertGestures]: onGestures('insert'),
  [Command.replayGestures]: onGestures('replay'),
  [Command.copyGesturesAsCurl]: onGestures('copyAsCurl'),
  [Command.addStep]: onSteps('add'),
  [Command.addStepInside]: onSteps('addInside'),
  [Command.duplicateSteps]: onSteps('duplicate'),
  [Command.copySteps]: onSteps('copy'),
  [Command.pasteSteps]: onSteps('paste'),
  [Command.deleteSteps]: onSteps('delete'),
  [Command.moveStepsUp]: onSteps('moveUp'),
  [Command.moveStepsDown]: onSteps('moveDown'),
  [Command.moveStepsIn]: onSteps('moveIn'),
  [Command.moveStepsOut]: onSteps('moveOut'),
};
