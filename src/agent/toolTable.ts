import type { Tool } from './tool.ts';
import { activateFlow } from './tools/activateFlow.ts';
import { actOnDevice } from './tools/actOnDevice.ts';
import { deployFlow, planDeployTool } from './tools/deployFlow.ts';
import { editFlow } from './tools/editFlow.ts';
import { findActions } from './tools/findActions.ts';
import { listRecords } from './tools/listRecords.ts';
import { lookAtDevice } from './tools/lookAtDevice.ts';
import { checkFlow, readFlow } from './tools/readFlow.ts';
import { runFlow } from './tools/runFlow.ts';
import { saveTask } from './tools/saveTask.ts';
import { writeTests } from './tools/writeTests.ts';
import { waitForPasscode } from './tools/waitForPasscode.ts';

/** All tools for agents, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  findActions,
  listRecords,
  readFlow,
  editFlow,
  writeTests,
  saveTask,
  checkFlow,
  runFlow,
  lookAtDevice,
  actOnDevice,
  waitForPasscode,
  planDeployTool,
  deployFlow,
  activateFlow,
];

/** Returns the tool with a name. */
export function toolNamed(name: string): Tool | undefined {
  return TOOLS.find(tool => tool.name === name);
}

/** True for a tool that changes nothing. */
export function onlyReads({ effects }: Pick<Tool, 'effects'>): boolean {
  return effects.every(effect => effect === 'read');
}
