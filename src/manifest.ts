/** Identifier of the extension's view container, settings section and command prefix. */
export const SECTION = 'cloudDevices';

/** IDs of the commands in package.json, each registered from the command table. */
export const Command = {
  startSandbox: 'cloudDevices.sandbox.start',
  stopSandbox: 'cloudDevices.sandbox.stop',
  resetSandbox: 'cloudDevices.sandbox.reset',
  reseedSandbox: 'cloudDevices.sandbox.reseed',
  saveSnapshot: 'cloudDevices.sandbox.saveSnapshot',
  restoreSnapshot: 'cloudDevices.sandbox.restoreSnapshot',
  deleteSnapshot: 'cloudDevices.sandbox.deleteSnapshot',
  revokeKey: 'cloudDevices.sandbox.revokeKey',
  deliverMail: 'cloudDevices.sandbox.deliverMail',
  addFault: 'cloudDevices.sandbox.addFault',
  switchFault: 'cloudDevices.sandbox.switchFault',
  liftFaults: 'cloudDevices.sandbox.liftFaults',
  moveClock: 'cloudDevices.sandbox.moveClock',
  freezeClock: 'cloudDevices.sandbox.freezeClock',
  resumeClock: 'cloudDevices.sandbox.resumeClock',
  resetClock: 'cloudDevices.sandbox.resetClock',
  sendEvent: 'cloudDevices.events.send',
  fireTrigger: 'cloudDevices.triggers.fire',
  addConnection: 'cloudDevices.connection.add',
  switchConnection: 'cloudDevices.connection.switch',
  editConnection: 'cloudDevices.connection.edit',
  removeConnection: 'cloudDevices.connection.remove',
  signIn: 'cloudDevices.connection.signIn',
  signOut: 'cloudDevices.connection.signOut',
  showLog: 'cloudDevices.log.show',
  refreshActions: 'cloudDevices.actions.refresh',
  searchActions: 'cloudDevices.actions.search',
  clearActionSearch: 'cloudDevices.actions.clearSearch',
  orderActions: 'cloudDevices.actions.order',
  showActionSchema: 'cloudDevices.actions.showSchema',
  copyActionId: 'cloudDevices.actions.copyId',
  insertAction: 'cloudDevices.actions.insert',
  retryList: 'cloudDevices.list.retry',
  loadMore: 'cloudDevices.list.loadMore',
  clearFilter: 'cloudDevices.list.clearFilter',
  copyId: 'cloudDevices.record.copyId',
  showRecord: 'cloudDevices.record.showJson',
  refreshFlows: 'cloudDevices.flows.refresh',
  searchFlows: 'cloudDevices.flows.search',
  filterFlows: 'cloudDevices.flows.filter',
  orderFlows: 'cloudDevices.flows.order',
  showAllFlows: 'cloudDevices.flows.showAll',
  refreshDevices: 'cloudDevices.devices.refresh',
  searchDevices: 'cloudDevices.devices.search',
  filterDevices: 'cloudDevices.devices.filter',
  orderDevices: 'cloudDevices.devices.order',
  addDevice: 'cloudDevices.devices.add',
  addPhone: 'cloudDevices.devices.addPhone',
  removeAddedDevice: 'cloudDevices.devices.removeAdded',
  refreshMailboxes: 'cloudDevices.mailboxes.refresh',
  filterMessages: 'cloudDevices.mailboxes.filter',
  copyPasscode: 'cloudDevices.mailboxes.copyPasscode',
  copyMessagePasscode: 'cloudDevices.mailboxes.copyMessagePasscode',
  sendLinkToDevice: 'cloudDevices.mailboxes.openLink',
  typeMessagePasscode: 'cloudDevices.mailboxes.typePasscode',
  showMessage: 'cloudDevices.mailboxes.showMessage',
  markMessagesRead: 'cloudDevices.mailboxes.markAllRead',
  waitForPasscode: 'cloudDevices.mailboxes.waitForPasscode',
  connectMailbox: 'cloudDevices.mailboxes.connect',
  resumeMailbox: 'cloudDevices.mailboxes.resume',
  cancelMailbox: 'cloudDevices.mailboxes.cancel',
  createMailbox: 'cloudDevices.mailboxes.create',
  renameMailbox: 'cloudDevices.mailboxes.rename',
  endMailbox: 'cloudDevices.mailboxes.end',
  undoMailboxEnd: 'cloudDevices.mailboxes.undoEnd',
  restartMailbox: 'cloudDevices.mailboxes.restart',
  payForMailbox: 'cloudDevices.mailboxes.pay',
  copyMailboxAddress: 'cloudDevices.mailboxes.copyAddress',
  copyConsentSecret: 'cloudDevices.mailboxes.copyConsentSecret',
  refreshWebhooks: 'cloudDevices.webhooks.refresh',
  searchWebhooks: 'cloudDevices.webhooks.search',
  filterWebhooks: 'cloudDevices.webhooks.filter',
  createWebhook: 'cloudDevices.webhooks.create',
  testWebhook: 'cloudDevices.webhooks.test',
  rotateWebhook: 'cloudDevices.webhooks.rotate',
  copyWebhookSecret: 'cloudDevices.webhooks.copySecret',
  editWebhookEvents: 'cloudDevices.webhooks.editEvents',
  enableWebhook: 'cloudDevices.webhooks.enable',
  disableWebhook: 'cloudDevices.webhooks.disable',
  deleteWebhook: 'cloudDevices.webhooks.delete',
  showDelivery: 'cloudDevices.webhooks.showDelivery',
  refreshActivity: 'cloudDevices.activity.refresh',
  searchActivity: 'cloudDevices.activity.search',
  filterActivity: 'cloudDevices.activity.filter',
  orderActivity: 'cloudDevices.activity.order',
  showAllActivity: 'cloudDevices.activity.showAll',
  clearRequests: 'cloudDevices.activity.clearRequests',
  createFlow: 'cloudDevices.flows.create',
  deployFlows: 'cloudDevices.flows.deploy',
  pullFlow: 'cloudDevices.flows.pull',
  linkFlow: 'cloudDevices.flows.link',
  unlinkFlow: 'cloudDevices.flows.unlink',
  showDrift: 'cloudDevices.flows.drift',
  compareFlow: 'cloudDevices.flows.compare',
  showChanges: 'cloudDevices.flows.changes',
  verifyFlow: 'cloudDevices.flows.verify',
  checkOnService: 'cloudDevices.flows.checkOnService',
  activateFlow: 'cloudDevices.flows.activate',
  disableFlow: 'cloudDevices.flows.disable',
  deleteFlow: 'cloudDevices.flows.delete',
  cloneFlow: 'cloudDevices.flows.clone',
  unblockFlow: 'cloudDevices.flows.unblock',
  dryRunFlow: 'cloudDevices.flows.dryRun',
  fireFlow: 'cloudDevices.flows.fire',
  showExecutions: 'cloudDevices.flows.executions',
  openDevicePanel: 'cloudDevices.devices.openPanel',
  openDeviceGrid: 'cloudDevices.devices.openGrid',
  swipe: 'cloudDevices.devices.swipe',
  tap: 'cloudDevices.devices.tap',
  typeText: 'cloudDevices.devices.type',
  pressBack: 'cloudDevices.devices.back',
  pressHome: 'cloudDevices.devices.home',
  pressRecents: 'cloudDevices.devices.recents',
  setLocation: 'cloudDevices.devices.setLocation',
  setLocationOnMap: 'cloudDevices.devices.setLocationOnMap',
  playTrack: 'cloudDevices.devices.playTrack',
  resetLocation: 'cloudDevices.devices.resetLocation',
  takeScreenshot: 'cloudDevices.devices.screenshot',
  startScreenRecording: 'cloudDevices.devices.startScreenRecording',
  stopScreenRecording: 'cloudDevices.devices.stopScreenRecording',
  actOnPhone: 'cloudDevices.devices.phone',
  rebootDevice: 'cloudDevices.devices.reboot',
  stopDevice: 'cloudDevices.devices.stop',
  resumeDevice: 'cloudDevices.devices.resume',
  startTask: 'cloudDevices.tasks.start',
  followTask: 'cloudDevices.tasks.follow',
  cancelTask: 'cloudDevices.tasks.cancel',
  writeTaskFlow: 'cloudDevices.tasks.writeFlow',
  abortExecution: 'cloudDevices.executions.abort',
  showRun: 'cloudDevices.executions.showInFile',
  hideRun: 'cloudDevices.executions.hideInFile',
  runAgain: 'cloudDevices.executions.runAgain',
  showExecution: 'cloudDevices.executions.show',
  exportTrace: 'cloudDevices.executions.exportTrace',
  openTrace: 'cloudDevices.executions.openTrace',
  compareExecutions: 'cloudDevices.executions.compare',
  refreshApps: 'cloudDevices.apps.refresh',
  searchApps: 'cloudDevices.apps.search',
  filterApps: 'cloudDevices.apps.filter',
  orderApps: 'cloudDevices.apps.order',
  showApp: 'cloudDevices.apps.show',
  uploadApp: 'cloudDevices.apps.upload',
  resumeUpload: 'cloudDevices.apps.resumeUpload',
  discardUpload: 'cloudDevices.apps.discardUpload',
  installApp: 'cloudDevices.apps.install',
  startApp: 'cloudDevices.apps.start',
  stopApp: 'cloudDevices.apps.stop',
  uninstallApp: 'cloudDevices.apps.uninstall',
  deleteApp: 'cloudDevices.apps.delete',
  copyAppBundleId: 'cloudDevices.apps.copyBundleId',
  refreshCredentials: 'cloudDevices.credentials.refresh',
  createCredential: 'cloudDevices.credentials.create',
  addCredentialValue: 'cloudDevices.credentials.addValue',
  changeCredentialValue: 'cloudDevices.credentials.changeValue',
  copyCredentialValue: 'cloudDevices.credentials.copyValue',
  deleteCredentialValue: 'cloudDevices.credentials.deleteValue',
  deleteCredential: 'cloudDevices.credentials.delete',
  stopAgents: 'cloudDevices.agents.stop',
  allowAgents: 'cloudDevices.agents.allow',
  writeAgentsFile: 'cloudDevices.agents.writeFile',
  copyAsCurl: 'cloudDevices.requests.copyAsCurl',
  copyTrace: 'cloudDevices.requests.copyTrace',
  checkService: 'cloudDevices.service.check',
  exportSupportBundle: 'cloudDevices.service.supportBundle',
  verifyDelivery: 'cloudDevices.webhooks.verifyDelivery',
  startReceiver: 'cloudDevices.receiver.start',
  stopReceiver: 'cloudDevices.receiver.stop',
  answerReceiver: 'cloudDevices.receiver.answer',
  registerReceiver: 'cloudDevices.receiver.register',
  clearReceiver: 'cloudDevices.receiver.clear',
  copyReceiverAddress: 'cloudDevices.receiver.copyAddress',
  showReceived: 'cloudDevices.receiver.showDelivery',
  replayReceived: 'cloudDevices.receiver.replay',
  refreshCatalog: 'cloudDevices.catalog.refresh',
  newFlow: 'cloudDevices.flow.new',
  importFlow: 'cloudDevices.flow.import',
  exportFlow: 'cloudDevices.flow.export',
  fillFlow: 'cloudDevices.flow.fill',
  checkAllFlows: 'cloudDevices.flow.checkAll',
  runFlow: 'cloudDevices.flow.run',
  runTests: 'cloudDevices.flow.runTests',
  acceptPictures: 'cloudDevices.flow.acceptPictures',
  showRuns: 'cloudDevices.flow.showRuns',
  runStep: 'cloudDevices.flow.runStep',
  runToStep: 'cloudDevices.flow.runToStep',
  stopTrial: 'cloudDevices.flow.stopTrial',
  showPhone: 'cloudDevices.flow.showPhone',
  pickElement: 'cloudDevices.flow.pickElement',
  checkPicture: 'cloudDevices.flow.checkPicture',
  recordDevice: 'cloudDevices.flow.record',
  stopRecording: 'cloudDevices.recording.stop',
  undoRecordedStep: 'cloudDevices.recording.undo',
  changeSelector: 'cloudDevices.recording.changeSelector',
  useTypedValues: 'cloudDevices.recording.useTypedValues',
  forgetActionChoices: 'cloudDevices.recording.forgetChoices',
  chooseTrialPhone: 'cloudDevices.flow.chooseTrialPhone',
  editTrialPayload: 'cloudDevices.flow.editTrialPayload',
  debugFlow: 'cloudDevices.flow.debug',
  debugToStep: 'cloudDevices.flow.debugToStep',
  showInTrace: 'cloudDevices.flow.showInTrace',
  runFromStep: 'cloudDevices.flow.runFromStep',
  debugFromStep: 'cloudDevices.flow.debugFromStep',
  toggleBreakpoint: 'cloudDevices.flow.toggleBreakpoint',
  skipStep: 'cloudDevices.debug.skipStep',
  runStepAgain: 'cloudDevices.debug.runStepAgain',
  openDebugTrace: 'cloudDevices.debug.openTrace',
  openFlowVisually: 'cloudDevices.flow.openVisually',
  openFlowAsText: 'cloudDevices.flow.openAsText',
  insertGestures: 'cloudDevices.gestures.insert',
  replayGestures: 'cloudDevices.gestures.replay',
  copyGesturesAsCurl: 'cloudDevices.gestures.copyAsCurl',
  addStep: 'cloudDevices.flowSteps.add',
  addStepInside: 'cloudDevices.flowSteps.addInside',
  duplicateSteps: 'cloudDevices.flowSteps.duplicate',
  renameStep: 'cloudDevices.flowSteps.rename',
  cutSteps: 'cloudDevices.flowSteps.cut',
  copySteps: 'cloudDevices.flowSteps.copy',
  pasteSteps: 'cloudDevices.flowSteps.paste',
  deleteSteps: 'cloudDevices.flowSteps.delete',
  moveStepsUp: 'cloudDevices.flowSteps.moveUp',
  moveStepsDown: 'cloudDevices.flowSteps.moveDown',
  moveStepsIn: 'cloudDevices.flowSteps.moveIn',
  moveStepsOut: 'cloudDevices.flowSteps.moveOut',
} as const;
export type Command = (typeof Command)[keyof typeof Command];

/** IDs of the views in package.json. */
export const View = {
  flows: 'cloudDevices.flows',
  actions: 'cloudDevices.actions',
  devices: 'cloudDevices.devices',
  apps: 'cloudDevices.apps',
  credentials: 'cloudDevices.credentials',
  mailboxes: 'cloudDevices.mailboxes',
  webhooks: 'cloudDevices.webhooks',
  activity: 'cloudDevices.activity',
  sandbox: 'cloudDevices.sandbox',
} as const;

/** Setting names in package.json, without the section prefix. */
export const Setting = {
  connections: 'connections',
  passcodeSeconds: 'passcode.clipboardSeconds',
  traceRuns: 'sandbox.traceRuns',
  traceDays: 'sandbox.traceDays',
  adbPath: 'adb.path',
  agentProfile: 'agents.profile',
  agentConnections: 'agents.connections',
  agentCallsPerMinute: 'agents.callsPerMinute',
  agentCallsPerSession: 'agents.callsPerSession',
} as const;

/** Context keys used in `when` clauses of package.json. */
export const ContextKey = {
  /** Kind of the session state: none, closed, opening, open, signedOut, rejected or failed. */
  session: 'cloudDevices.session',
  /** True while the actions view shows search results. */
  actionSearch: 'cloudDevices.actionSearch',
  /** True if the active connection is known to have no mailboxes. */
  noMailboxes: 'cloudDevices.noMailboxes',
  /** True if the active service does not offer a list of flows, devices, apps, credentials or webhook endpoints, respectively. */
  flowsUnlisted: 'cloudDevices.flowsUnlisted',
  devicesUnlisted: 'cloudDevices.devicesUnlisted',
  appsUnlisted: 'cloudDevices.appsUnlisted',
  credentialsUnlisted: 'cloudDevices.credentialsUnlisted',
  webhooksUnlisted: 'cloudDevices.webhooksUnlisted',
  /** True if the active service offers lists of neither executions nor tasks. */
  activityUnlisted: 'cloudDevices.activityUnlisted',
  /** True while the sandbox process runs. */
  sandboxRunning: 'cloudDevices.sandboxRunning',
  /** True once the user has done a step of the walkthrough in this window. VS Code remembers which steps are done. */
  hasBuiltFlow: 'cloudDevices.hasBuiltFlow',
  hasReadText: 'cloudDevices.hasReadText',
  hasDeployed: 'cloudDevices.hasDeployed',
  hasUsedDevice: 'cloudDevices.hasUsedDevice',
  hasReadInbox: 'cloudDevices.hasReadInbox',
  /** True if there are connections besides the sandbox. */
  hasConnections: 'cloudDevices.hasConnections',
  /** Paths of the flow files that differ from their deployed flows. */
  driftedFiles: 'cloudDevices.driftedFiles',
  /** True if the active connection is the sandbox. */
  onSandbox: 'cloudDevices.onSandbox',
  /** Paths of the flow files whose steps show the result of an execution. */
  filesWithRun: 'cloudDevices.filesWithRun',
  /** True while a device is recorded into a flow file. */
  recording: 'cloudDevices.recording',
  /** True while the local receiver listens. */
  receiverRunning: 'cloudDevices.receiverRunning',
  /** True while the active editor shows a flow file; VS Code has no such key where breakpoints are set. */
  flowInFront: 'cloudDevices.flowInFront',
  /** True while the step list of the visual flow editor has focus. */
  flowStepsFocus: 'cloudDevices.flowStepsFocus',
} as const;

/** View type of the visual flow editor in package.json. */
export const FLOW_EDITOR = 'cloudDevices.flowEditor';

/** View type of the trace viewer in package.json. */
export const TRACE_VIEWER = 'cloudDevices.traceViewer';

/** Type of the debugger of flows in package.json. */
export const FLOW_DEBUGGER = 'cloudFlow';

/** Type of the debugger that F5 selects for the flow file in front; it becomes the debugger of flows. */
export const OPEN_FLOW_DEBUGGER = 'cloudFlowFile';

/** Event of debug sessions that names the steps of a file at which threads are stopped. */
export const STOPPED_STEPS_EVENT = 'stoppedSteps';

/** View type of device panels, by which VS Code restores them. */
export const DEVICE_PANEL = 'cloudDevices.devicePanel';

/** View type of device grids, by which VS Code restores them. */
export const DEVICE_GRID = 'cloudDevices.deviceGrid';

/** ID of the provider of the MCP server in package.json. */
export const MCP_PROVIDER = 'cloud-device-automation';

/** The name of the MCP server in the editor. */
export const MCP_LABEL = 'Cloud Device Automation';

/** Scheme of the read-only documents that show responses of the service. */
export const DOCUMENT_SCHEME = 'cloud-devices';

/** Environment variable that selects the sandbox in a window without a selected connection. */
export const AUTOSTART_VARIABLE = 'CLOUD_DEVICES_AUTOSTART';

/** Environment variable with the path of a flow file in the first folder, which a window without tabs opens beside its phone. */
export const OPEN_VARIABLE = 'CLOUD_DEVICES_OPEN';

/** ID of VS Code's command that opens the Workspace Trust editor. */
export const MANAGE_TRUST = 'workbench.trust.manage';
