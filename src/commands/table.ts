import { Command } from '../manifest.ts';
import {
  clearActionSearch,
  copyActionId,
  insertAction,
  orderActions,
  refreshActions,
  searchActions,
  showActionSchema,
} from './flows/actions.ts';
import {
  clearRequests,
  filterActivity,
  orderActivity,
  refreshActivity,
  searchActivity,
  showAllActivity,
} from './activity/activity.ts';
import { refreshCatalog } from './flows/catalog.ts';
import { addConnection, removeConnection, switchConnection } from './connections/connection.ts';
import { editConnection } from './connections/connectionEdit.ts';
import {
  addDevice,
  filterDevices,
  orderDevices,
  refreshDevices,
  removeAddedDevice,
  searchDevices,
} from './devices/deviceList.ts';
import { filterFlows, orderFlows, refreshFlows, searchFlows, showAllFlows } from './flows/flowList.ts';
import { showDelivery } from './webhooks/deliveries.ts';
import { copyId, loadMore, retryList, showRecord } from './lists.ts';
import {
  cancelMailbox,
  connectMailbox,
  copyConsentSecret,
  resumeMailbox,
} from './mailboxes/mailboxConnect.ts';
import {
  copyMailboxAddress,
  copyMessagePasscode,
  copyPasscode,
  filterMessages,
  refreshMailboxes,
  waitForPasscode,
} from './mailboxes/mailboxes.ts';
import { sendEvent } from './activity/events.ts';
import { startSandbox, stopSandbox } from './sandbox/sandbox.ts';
import {
  deleteSnapshot,
  reseedSandbox,
  resetSandbox,
  restoreSnapshot,
  saveSnapshot,
} from './sandbox/sandboxData.ts';
import { freezeClock, moveClock, resetClock, resumeClock } from './sandbox/sandboxClock.ts';
import { addFault, liftFaults, switchFault } from './sandbox/sandboxFaults.ts';
import { revokeKey } from './sandbox/sandboxKey.ts';
import { deliverMail } from './sandbox/sandboxMail.ts';
import { fireTrigger } from './activity/triggers.ts';
import { showApp } from './activity/apps.ts';
import { copyAsCurl, copyTrace } from './reports/curl.ts';
import { press, swipe, tap, typeText } from './devices/deviceGestures.ts';
import { changeDevices } from './devices/deviceLifecycle.ts';
import { resetLocation, setLocation } from './devices/devicePlace.ts';
import {
  moveDeviceView,
  onGestures,
  openDevicePanel,
  playTrack,
  setLocationOnMap,
} from './devices/devicePanel.ts';
import { takeScreenshot } from './devices/deviceScreenshot.ts';
import { activateFlow } from './flows/flowActivate.ts';
import { checkAllFlows } from './flows/flowCheckAll.ts';
import { linkFlow, unlinkFlow } from './flows/flowLink.ts';
import { dryRunFlow, fireFlow, showExecutions } from './flows/flowRun.ts';
import { cloneFlow, deleteFlow, disableFlow, unblockFlow } from './flows/flowState.ts';
import { onSteps, openFlowAsText, openFlowVisually } from './flows/flowSteps.ts';
import { checkService } from './connections/serviceCheck.ts';
import { exportSupportBundle } from './connections/supportBundle.ts';
import { abortExecution, cancelTask, followTask, showExecution, startTask } from './activity/tasks.ts';
import {
  answerReceiver,
  clearReceiver,
  copyReceiverAddress,
  startReceiver,
  stopReceiver,
} from './webhooks/receiver.ts';
import { replayReceived, showReceived } from './webhooks/receiverDeliveries.ts';
import { registerReceiver } from './webhooks/receiverRegister.ts';
import type { Services } from './services.ts';
import { filterWebhooks, refreshWebhooks, searchWebhooks } from './webhooks/webhookList.ts';
import { copyWebhookSecret, createWebhook, editWebhookEvents, rotateWebhook } from './webhooks/webhooks.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhooks/webhookState.ts';
import { testWebhook } from './webhooks/webhookTest.ts';
import { signIn, signOut } from './connections/signIn.ts';

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
  [Command.copyMessagePasscode]: copyMessagePasscode,
  [Command.showMessage]: loaded(async () => (await import('./mailboxes/messages.ts')).showMessage),
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
  [Command.createFlow]: loaded(async () => (await import('./flows/flowCreate.ts')).createFlow),
  [Command.deployFlows]: loaded(async () => (await import('./flows/flowDeploy.ts')).deployFlows),
  [Command.pullFlow]: loaded(async () => (await import('./flows/flowPull.ts')).pullFlow),
  [Command.linkFlow]: linkFlow,
  [Command.unlinkFlow]: unlinkFlow,
  [Command.showDrift]: loaded(async () => (await import('./flows/flowDrift.ts')).showDrift),
  [Command.compareFlow]: loaded(async () => (await import('./flows/flowDrift.ts')).compareFlow),
  [Command.verifyFlow]: loaded(async () => (await import('./flows/flowVerify.ts')).verifyFlow),
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
  [Command.showRun]: loaded(async () => (await import('./activity/runs.ts')).showRun),
  [Command.hideRun]: loaded(async () => (await import('./activity/runs.ts')).hideRun),
  [Command.runAgain]: loaded(async () => (await import('./activity/runs.ts')).runAgain),
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
  [Command.newFlow]: loaded(async () => (await import('./flows/flowNew.ts')).newFlow),
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
