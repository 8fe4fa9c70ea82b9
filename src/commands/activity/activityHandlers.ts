import type { activityCommands } from '../../contributions/activity.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import {
  clearRequests,
  filterActivity,
  orderActivity,
  refreshActivity,
  searchActivity,
  showAllActivity,
} from './activity.ts';
import { allowAgents, stopAgents, writeAgentsFile } from './agents.ts';
import type { ActivityServices } from './activityServices.ts';
import { compareExecutions } from './compareExecutions.ts';
import { sendEvent } from './events.ts';
import { copyAsCurl, copyTrace } from './requests.ts';
import { hideRun, runAgain, showRun } from './runs.ts';
import { openTrace, saveTrace } from './saveTrace.ts';
import { abortExecution, cancelTask, followTask, showExecution, startTask } from './tasks.ts';
import { fireTrigger } from './triggers.ts';

/** The handlers of the commands of this folder. */
export const activityHandlers: Handlers<ActivityServices, typeof activityCommands> = {
  [Command.sendEvent]: sendEvent,
  [Command.fireTrigger]: fireTrigger,
  [Command.refreshActivity]: refreshActivity,
  [Command.searchActivity]: searchActivity,
  [Command.filterActivity]: filterActivity,
  [Command.orderActivity]: orderActivity,
  [Command.showAllActivity]: showAllActivity,
  [Command.clearRequests]: clearRequests,
  [Command.startTask]: startTask,
  [Command.followTask]: followTask,
  [Command.cancelTask]: cancelTask,
  [Command.abortExecution]: abortExecution,
  [Command.showRun]: showRun,
  [Command.hideRun]: hideRun,
  [Command.runAgain]: runAgain,
  [Command.showExecution]: showExecution,
  [Command.openTrace]: openTrace,
  [Command.exportTrace]: saveTrace,
  [Command.compareExecutions]: compareExecutions,
  [Command.stopAgents]: stopAgents,
  [Command.allowAgents]: allowAgents,
  [Command.writeAgentsFile]: writeAgentsFile,
  [Command.copyAsCurl]: copyAsCurl,
  [Command.copyTrace]: copyTrace,
};
