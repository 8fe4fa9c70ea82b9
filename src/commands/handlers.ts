import type { ParsedOf } from '../contributions/commands.ts';
import { Command } from '../manifest.ts';
import { keysOf } from '../util/isObject.ts';
import type { Services } from './commandServices.ts';
import {
  clearRequests,
  filterActivity,
  orderActivity,
  refreshActivity,
  searchActivity,
  showAllActivity,
} from './activity/activity.ts';
import { allowAgents, stopAgents, writeAgentsFile } from './activity/agents.ts';
import { compareExecutions } from './activity/compareExecutions.ts';
import { sendEvent } from './activity/events.ts';
import { copyAsCurl, copyTrace } from './activity/requests.ts';
import { hideRun, runAgain, showRun } from './activity/runs.ts';
import { exportTrace, openTrace } from './activity/trace.ts';
import { abortExecution, cancelTask, followTask, showExecution, startTask } from './activity/tasks.ts';
import { writeTaskFlow } from './activity/taskFlow.ts';
import { fireTrigger } from './activity/triggers.ts';
import {
  copyAppBundleId,
  deleteApp,
  filterApps,
  orderApps,
  refreshApps,
  searchApps,
  showApp,
} from './apps/appList.ts';
import { installApp, startApp, stopApp, uninstallApp } from './apps/deviceApps.ts';
import { addConnection, removeConnection, switchConnection } from './connections/connection.ts';
import { editConnection } from './connections/connectionEdit.ts';
import { signIn, signOut } from './connections/signIn.ts';
import { checkService, exportSupportBundle } from './connections/support.ts';
import { createCredential, deleteCredential, refreshCredentials } from './credentials/credentials.ts';
import {
  addCredentialValue,
  changeCredentialValue,
  copyCredentialValue,
  deleteCredentialValue,
} from './credentials/credentialValues.ts';
import { pressBack, pressHome, pressRecents, swipe, tap, typeText } from './devices/deviceGestures.ts';
import { openDeviceGrid } from './devices/deviceGrid.ts';
import { rebootDevice, resumeDevice, stopDevice } from './devices/deviceLifecycle.ts';
import {
  addDevice,
  filterDevices,
  orderDevices,
  refreshDevices,
  removeAddedDevice,
  searchDevices,
} from './devices/deviceList.ts';
import {
  copyGesturesAsCurl,
  insertGestures,
  openDevicePanel,
  playTrack,
  replayGestures,
  setLocationOnMap,
} from './devices/devicePanel.ts';
import { resetLocation, setLocation } from './devices/devicePlace.ts';
import { startScreenRecording, stopScreenRecording } from './devices/deviceScreenRecording.ts';
import { takeScreenshot } from './devices/deviceScreenshot.ts';
import {
  clearActionSearch,
  copyActionId,
  insertAction,
  orderActions,
  refreshActions,
  refreshCatalog,
  searchActions,
  showActionSchema,
} from './flows/actions.ts';
import { activateFlow } from './flows/flowActivate.ts';
import { checkAllFlows } from './flows/flowCheckAll.ts';
import { linkFlow, unlinkFlow } from './flows/flowLink.ts';
import { filterFlows, orderFlows, refreshFlows, searchFlows, showAllFlows } from './flows/flowList.ts';
import { cloneFlow, deleteFlow, disableFlow, unblockFlow } from './flows/flowState.ts';
import {
  addStep,
  addStepInside,
  copySteps,
  cutSteps,
  deleteSteps,
  duplicateSteps,
  moveStepsDown,
  moveStepsIn,
  moveStepsOut,
  moveStepsUp,
  openFlowAsText,
  openFlowVisually,
  pasteSteps,
  renameStep,
} from './flows/flowSteps.ts';
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
  markMessagesRead,
  refreshMailboxes,
  waitForPasscode,
} from './mailboxes/mailboxes.ts';
import { clearFilter, copyId, loadMore, retryList, showRecord } from './records.ts';
import { startSandbox, stopSandbox } from './sandbox/sandbox.ts';
import { freezeClock, moveClock, resetClock, resumeClock } from './sandbox/sandboxClock.ts';
import {
  deleteSnapshot,
  reseedSandbox,
  resetSandbox,
  restoreSnapshot,
  revokeKey,
  saveSnapshot,
} from './sandbox/sandboxData.ts';
import { addFault, liftFaults, switchFault } from './sandbox/sandboxFaults.ts';
import { deliverMail } from './sandbox/sandboxMail.ts';
import { showDelivery } from './webhooks/deliveries.ts';
import {
  answerReceiver,
  clearReceiver,
  copyReceiverAddress,
  startReceiver,
  stopReceiver,
} from './webhooks/receiver.ts';
import { replayReceived, showReceived } from './webhooks/receiverDeliveries.ts';
import { registerReceiver } from './webhooks/receiverRegister.ts';
import { filterWebhooks, refreshWebhooks, searchWebhooks } from './webhooks/webhookList.ts';
import { copyWebhookSecret, createWebhook, editWebhookEvents, rotateWebhook } from './webhooks/webhooks.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhooks/webhookState.ts';
import { testWebhook } from './webhooks/webhookTest.ts';

type Name = keyof typeof Command;

/** The handlers of commands by their names in `Command`. */
type HandlersOf<N extends Name> = {
  readonly [K in N]: (services: Services, given: ParsedOf<(typeof Command)[K]>) => unknown;
};

/** Those that import a lot are loaded when they are first used. */
const handlers: HandlersOf<Name> = {
  startSandbox,
  stopSandbox,
  resetSandbox,
  reseedSandbox,
  saveSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  revokeKey,
  deliverMail,
  addFault,
  switchFault,
  liftFaults,
  moveClock,
  freezeClock,
  resumeClock,
  resetClock,
  sendEvent,
  fireTrigger,
  addConnection,
  switchConnection,
  editConnection,
  removeConnection,
  signIn,
  signOut,
  refreshActions,
  searchActions,
  clearActionSearch,
  orderActions,
  showActionSchema,
  copyActionId,
  insertAction,
  retryList,
  loadMore,
  clearFilter,
  copyId,
  showRecord,
  refreshFlows,
  searchFlows,
  filterFlows,
  orderFlows,
  showAllFlows,
  refreshDevices,
  searchDevices,
  filterDevices,
  orderDevices,
  addDevice,
  removeAddedDevice,
  refreshMailboxes,
  filterMessages,
  copyPasscode,
  copyMessagePasscode,
  waitForPasscode,
  markMessagesRead,
  connectMailbox,
  resumeMailbox,
  cancelMailbox,
  copyMailboxAddress,
  copyConsentSecret,
  refreshWebhooks,
  searchWebhooks,
  filterWebhooks,
  createWebhook,
  testWebhook,
  rotateWebhook,
  copyWebhookSecret,
  editWebhookEvents,
  enableWebhook,
  disableWebhook,
  deleteWebhook,
  showDelivery,
  refreshActivity,
  searchActivity,
  filterActivity,
  orderActivity,
  showAllActivity,
  clearRequests,
  linkFlow,
  unlinkFlow,
  activateFlow,
  disableFlow,
  deleteFlow,
  cloneFlow,
  unblockFlow,
  openDevicePanel,
  openDeviceGrid,
  swipe,
  tap,
  typeText,
  pressBack,
  pressHome,
  pressRecents,
  setLocation,
  setLocationOnMap,
  playTrack,
  resetLocation,
  takeScreenshot,
  startScreenRecording,
  stopScreenRecording,
  rebootDevice,
  stopDevice,
  resumeDevice,
  startTask,
  followTask,
  writeTaskFlow,
  cancelTask,
  abortExecution,
  showRun,
  hideRun,
  runAgain,
  showExecution,
  exportTrace,
  openTrace,
  compareExecutions,
  refreshApps,
  searchApps,
  filterApps,
  orderApps,
  showApp,
  installApp,
  startApp,
  stopApp,
  uninstallApp,
  deleteApp,
  copyAppBundleId,
  refreshCredentials,
  createCredential,
  addCredentialValue,
  changeCredentialValue,
  copyCredentialValue,
  deleteCredentialValue,
  deleteCredential,
  stopAgents,
  allowAgents,
  writeAgentsFile,
  copyAsCurl,
  copyTrace,
  checkService,
  exportSupportBundle,
  startReceiver,
  stopReceiver,
  answerReceiver,
  registerReceiver,
  clearReceiver,
  copyReceiverAddress,
  showReceived,
  replayReceived,
  refreshCatalog,
  checkAllFlows,
  openFlowVisually,
  openFlowAsText,
  insertGestures,
  replayGestures,
  copyGesturesAsCurl,
  addStep,
  addStepInside,
  duplicateSteps,
  renameStep,
  cutSteps,
  copySteps,
  pasteSteps,
  deleteSteps,
  moveStepsUp,
  moveStepsDown,
  moveStepsIn,
  moveStepsOut,
  ...loadedLater(() => import('./apps/uploadApp.ts'), 'uploadApp', 'resumeUpload', 'discardUpload'),
  ...loadedLater(() => import('./flows/flowCreate.ts'), 'createFlow'),
  ...loadedLater(() => import('./flows/flowDeploy.ts'), 'deployFlows'),
  ...loadedLater(() => import('./flows/flowPull.ts'), 'pullFlow'),
  ...loadedLater(() => import('./flows/flowDrift.ts'), 'showDrift', 'compareFlow'),
  ...loadedLater(() => import('./flows/flowChanges.ts'), 'showChanges'),
  ...loadedLater(() => import('./flows/flowVerify.ts'), 'verifyFlow'),
  ...loadedLater(() => import('./flows/flowRun.ts'), 'dryRunFlow', 'fireFlow', 'showExecutions'),
  ...loadedLater(() => import('./flows/flowServiceCheck.ts'), 'checkOnService'),
  ...loadedLater(() => import('./flows/flowNew.ts'), 'newFlow', 'fillFlow'),
  ...loadedLater(() => import('./flows/flowImport.ts'), 'importFlow'),
  ...loadedLater(() => import('./flows/flowExport.ts'), 'exportFlow'),
  ...loadedLater(
    () => import('./flows/trial.ts'),
    'runFlow',
    'runTests',
    'runStep',
    'runToStep',
    'stopTrial',
    'editTrialPayload',
  ),
  ...loadedLater(() => import('./flows/acceptPictures.ts'), 'acceptPictures'),
  ...loadedLater(() => import('./flows/fileRuns.ts'), 'showRuns'),
  ...loadedLater(() => import('./flows/trialPhone.ts'), 'showPhone', 'chooseTrialPhone'),
  ...loadedLater(
    () => import('./flows/recording.ts'),
    'recordDevice',
    'stopRecording',
    'undoRecordedStep',
    'changeSelector',
    'useTypedValues',
    'forgetActionChoices',
  ),
  ...loadedLater(() => import('./flows/checkPicture.ts'), 'checkPicture'),
  ...loadedLater(() => import('./flows/pickElement.ts'), 'pickElement'),
  ...loadedLater(
    () => import('./flows/debug.ts'),
    'debugFlow',
    'debugFromStep',
    'debugToStep',
    'skipStep',
    'runFromStep',
    'runStepAgain',
    'toggleBreakpoint',
    'openDebugTrace',
  ),
  ...loadedLater(() => import('./flows/showInTrace.ts'), 'showInTrace'),
  ...loadedLater(() => import('./devices/phone.ts'), 'actOnPhone'),
  ...loadedLater(() => import('./devices/addPhone.ts'), 'addPhone'),
  ...loadedLater(() => import('./mailboxes/messages.ts'), 'showMessage'),
  ...loadedLater(
    () => import('./mailboxes/mailboxLifecycle.ts'),
    'createMailbox',
    'renameMailbox',
    'endMailbox',
    'undoMailboxEnd',
    'restartMailbox',
    'payForMailbox',
  ),
  ...loadedLater(() => import('./mailboxes/messageOnDevice.ts'), 'typeMessagePasscode', 'sendLinkToDevice'),
  showLog: ({ log }) => log.show(),
  verifyDelivery: ({ verifyPastedDelivery }) => verifyPastedDelivery(),
};

/** Returns handlers whose module is loaded when one of them is first used. */
function loadedLater<N extends Name>(
  load: () => Promise<HandlersOf<N>>,
  ...names: readonly N[]
): HandlersOf<N> {
  const entries = names.map(name => [
    name,
    async (services: Services, given: ParsedOf<(typeof Command)[N]>) => (await load())[name](services, given),
  ]);
  // `fromEntries` loses the names.
  return Object.fromEntries(entries) as HandlersOf<N>;
}

/** Runs the handler of a command with its arguments. */
export async function runHandler<C extends Command>(
  command: C,
  services: Services,
  given: ParsedOf<C>,
): Promise<void> {
  const name = keysOf(Command).find(known => Command[known] === command);
  if (!name) throw new Error(`There is no command “${command}”.`);
  const handler = handlers[name] as (services: Services, given: ParsedOf<C>) => unknown;
  await handler(services, given);
}
