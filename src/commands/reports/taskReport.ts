import type { Task } from '../../contract/records/task.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';
import { isObject } from '../../util/isObject.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, escapeLines, markdownDocument } from '../../util/markdownDocument.ts';
import { codeCell, factsTable, momentCell } from './markdownTable.ts';
import { otherFields, valueBlock, valueSection } from './reportBlocks.ts';

/** A task with its events. */
export interface Transcript {
  readonly task: Task;
  readonly trajectory: readonly { readonly event: string; readonly data?: unknown }[];
}

/**
 * Formats a task as Markdown: instruction, outcome, output and transcript. Secrets and passcodes must be masked before.
 */
export function taskReport({ task, trajectory }: Transcript): string {
  const { status, message, createdAt, finishedAt } = task;
  const took = millisecondsBetween(createdAt, finishedAt);
  return markdownDocument([
    '# Task',
    escapeLines(task.task ?? ''),
    `**${escapeLine(status ?? 'unknown')}**${took === undefined ? '' : ` after ${secondsText(took)}`}`,
    ...(message ? [escapeLines(message)] : []),
    ...valueSection('## Output', task.output),
    ...(trajectory.length === 0 ? [] : ['## Transcript']),
    ...trajectory.flatMap(({ event, data }, at) => [`### ${at + 1}. ${code(event)}`, ...dataBlocks(data)]),
    '## Details',
    factsTable([
      ['Device', codeCell(task.deviceId)],
      ['Model', codeCell(task.llmModel)],
      ['Steps', task.steps],
      ['Credits used', task.creditsUsed],
      ['Created', momentCell(createdAt)],
      ['Started', momentCell(task.claimedAt)],
      ['Finished', momentCell(finishedAt)],
      ['Task ID', codeCell(task.id)],
    ]),
    ...otherFields(task, TASK_FIELDS),
  ]);
}

const TASK_FIELDS = [
  'id',
  'task',
  'status',
  'deviceId',
  'llmModel',
  'steps',
  'message',
  'output',
  'creditsUsed',
  'createdAt',
  'claimedAt',
  'finishedAt',
];

// Most events contain a few short values, which are more readable as a list than as JSON.
function dataBlocks(data: unknown): string[] {
  if (data === undefined || data === null) return [];
  if (typeof data === 'string') return [escapeLines(data)];
  if (!isObject(data)) return [valueBlock(data)];
  const fields = Object.entries(data).filter(([, value]) => value !== null);
  if (fields.some(([, value]) => typeof value === 'object')) return [valueBlock(data)];
  return [fields.map(([name, value]) => `- ${escapeLine(name)}: ${escapeLine(String(value))}`).join('\n')];
}
