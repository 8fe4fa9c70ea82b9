import type { actionCommands } from '../../contributions/actions.ts';
import type { flowFileCommands } from '../../contributions/flowFiles.ts';
import type { flowCommands } from '../../contributions/flows.ts';
import { Command } from '../../manifest.ts';
import { once } from '../../util/once.ts';
import { type Handlers, deferred } from '../commandServices.ts';
import {
  clearActionSearch,
  copyActionId,
  insertAction,
  orderActions,
  refreshActions,
  refreshCatalog,
  searchActions,
  showActionSchema,
} from './actions.ts';
import { activateFlow } from './flowActivate.ts';
import { checkAllFlows } from './flowCheckAll.ts';
import { linkFlow, unlinkFlow } from './flowLink.ts';
import { filterFlows, orderFlows, refreshFlows, searchFlows, showAllFlows } from './flowList.ts';
import { dryRunFlow, fireFlow, showExecutions } from './flowRun.ts';
import type { FlowServices } from './flowServices.ts';
import { cloneFlow, deleteFlow, disableFlow, unblockFlow } from './flowState.ts';
import { onRecording } from './onRecording.ts';
import { onSteps, openFlowAsText, openFlowVisually } from './flowSteps.ts';

/** The handlers of the commands of this folder. */
export const flowHandlers: Handlers<
  FlowServices,
  typeof actionCommands & typeof flowCommands & typeof flowFileCommands
> = {
  [Command.refreshActions]: refreshActions,
  [Command.searchActions]: searchActions,
  [Command.clearActionSearch]: clearActionSearch,
  [Command.orderActions]: orderActions,
  [Command.showActionSchema]: showActionSchema,
  [Command.copyActionId]: copyActionId,
  [Command.insertAction]: insertAction,
  [Command.refreshFlows]: refreshFlows,
  [Command.searchFlows]: searchFlows,
  [Command.filterFlows]: filterFlows,
  [Command.orderFlows]: orderFlows,
  [Command.showAllFlows]: showAllFlows,
  [Command.createFlow]: deferred(async () => (await import('./flowCreate.ts')).createFlow),
  [Command.deployFlows]: deferred(async () => (await import('./flowDeploy.ts')).deployFlows),
  [Command.pullFlow]: deferred(async () => (await import('./flowPull.ts')).pullFlow),
  [Command.linkFlow]: linkFlow,
  [Command.unlinkFlow]: unlinkFlow,
  [Command.showDrift]: deferred(async () => (await import('./flowDrift.ts')).showDrift),
  [Command.compareFlow]: deferred(async () => (await import('./flowDrift.ts')).compareFlow),
  [Command.showChanges]: deferred(async () => (await import('./flowChanges.ts')).showChanges),
  [Command.verifyFlow]: deferred(async () => (await import('./flowVerify.ts')).verifyFlow),
  [Command.activateFlow]: activateFlow,
  [Command.disableFlow]: disableFlow,
  [Command.deleteFlow]: deleteFlow,
  [Command.cloneFlow]: cloneFlow,
  [Command.unblockFlow]: unblockFlow,
  [Command.dryRunFlow]: dryRunFlow,
  [Command.fireFlow]: fireFlow,
  [Command.showExecutions]: showExecutions,
  [Command.refreshCatalog]: refreshCatalog,
  [Command.newFlow]: deferred(once(async () => (await import('./flowNew.ts')).newFlowCommand())),
  [Command.checkAllFlows]: checkAllFlows,
  [Command.runStep]: deferred(async () => (await import('./trial.ts')).runStep),
  [Command.runToStep]: deferred(async () => (await import('./trial.ts')).runToStep),
  [Command.stopTrial]: deferred(async () => (await import('./trial.ts')).stopTrial),
  [Command.showPhone]: deferred(async () => (await import('./trialPhone.ts')).showPhone),
  [Command.recordDevice]: deferred(async () => (await import('./recordDevice.ts')).recordDevice),
  [Command.stopRecording]: onRecording('stop'),
  [Command.undoRecordedStep]: onRecording('undo'),
  [Command.changeSelector]: onRecording('changeSelector'),
  [Command.useTypedValues]: onRecording('usePayload'),
  [Command.forgetActionChoices]: deferred(
    async () => (await import('./forgetActionChoices.ts')).forgetActionChoices,
  ),
  [Command.pickElement]: deferred(async () => (await import('./pickElement.ts')).pickElement),
  [Command.chooseTrialPhone]: deferred(async () => (await import('./trialPhone.ts')).chooseTrialPhone),
  [Command.editTrialPayload]: deferred(async () => (await import('./trial.ts')).editTrialPayload),
  [Command.debugFlow]: deferred(async () => (await import('./debug.ts')).debugFlow),
  [Command.runStepWithData]: deferred(async () => (await import('./debug.ts')).runStepWithData),
  [Command.runFromStep]: deferred(async () => (await import('./debug.ts')).runFromStep),
  [Command.debugFromStep]: deferred(async () => (await import('./debug.ts')).debugFromStep),
  [Command.debugToStep]: deferred(async () => (await import('./debug.ts')).debugToStep),
  [Command.showInTrace]: deferred(async () => (await import('./showInTrace.ts')).showInTrace),
  [Command.toggleBreakpoint]: deferred(async () => (await import('./debug.ts')).toggleBreakpoint),
  [Command.skipStep]: deferred(async () => (await import('./debug.ts')).skipStep),
  [Command.runStepAgain]: deferred(async () => (await import('./debug.ts')).runStepAgain),
  [Command.openDebugTrace]: deferred(async () => (await import('./debug.ts')).openDebugTrace),
  [Command.openFlowVisually]: openFlowVisually,
  [Command.openFlowAsText]: openFlowAsText,
  [Command.addStep]: onSteps('add'),
  [Command.addStepInside]: onSteps('addInside'),
  [Command.duplicateSteps]: onSteps('duplicate'),
  [Command.renameStep]: onSteps('rename'),
  [Command.cutSteps]: onSteps('cut'),
  [Command.copySteps]: onSteps('copy'),
  [Command.pasteSteps]: onSteps('paste'),
  [Command.deleteSteps]: onSteps('delete'),
  [Command.moveStepsUp]: onSteps('moveUp'),
  [Command.moveStepsDown]: onSteps('moveDown'),
  [Command.moveStepsIn]: onSteps('moveIn'),
  [Command.moveStepsOut]: onSteps('moveOut'),
};
