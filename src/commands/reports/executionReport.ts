import type { Execution, ExecutionDelivery } from '../../contract/records/execution.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { hideSecrets } from '../../flow/run/outputTree.ts';
import { passcodesIn } from '../../flow/run/passcodes.ts';
import { millisecondsBetween, type RunStep, executionSteps, runStepNumber } from '../../flow/run/runSteps.ts';
import { failureText } from '../../flow/run/failureText.ts';
import { isObject, without } from '../../util/isObject.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, escapeLines, markdownDocument } from '../../util/markdownDocument.ts';
import { explanationBlocks } from '../../wording/explanationBlocks.ts';
import { codeCell, factsTable, momentCell } from './markdownTable.ts';
import { fileLine, listSection, otherFields, valueSection } from './reportBlocks.ts';

/**
 * Formats an execution as Markdown: its state, then the result of each step without the passcodes that steps have read.
 * `steps` are its steps with explanations. Other secrets must be masked before.
 */
export function executionReport(execution: Execution, steps = executionSteps(execution)): string {
  const { id, status, error, startedAt, finishedAt } = execution;
  const passcodes = passcodesIn(steps);
  const result = hideSecrets(execution.result, passcodes);
  const took = millisecondsBetween(startedAt, finishedAt);
  const reason = error ? failureText(error, steps) : undefined;
  const listed = isObject(result) && Array.isArray(result['steps']) ? result['steps'].filter(isObject) : [];
  const rest = isObject(result) && listed.length > 0 ? without(result, ['steps']) : result;
  return markdownDocument([
    `# ${execution.flowName ? escapeLine(execution.flowName) : 'Execution'}`,
    `**${escapeLine(status ?? 'unknown')}**${took === undefined ? '' : ` after ${secondsText(took)}`}`,
    ...(reason === undefined ? [] : [escapeLines(reason)]),
    '## Steps',
    ...(steps.length === 0 ? ['The service lists no steps.'] : []),
    ...steps.flatMap((step, at) =>
      stepBlocks({ ...step, output: hideSecrets(step.output, passcodes) }, listed[at]),
    ),
    ...(isObject(rest) && Object.keys(rest).length === 0 ? [] : valueSection('## Result', rest)),
    ...listSection(
      '## Files',
      (execution.files ?? []).map(({ filename, fileId, mimeType, sizeBytes }) =>
        fileLine(filename || fileId, mimeType, sizeBytes),
      ),
      MAX_LINES,
    ),
    ...listSection('## Deliveries', (execution.deliveries ?? []).map(deliveryLine), MAX_LINES),
    '## Details',
    factsTable([
      ['Kind', execution.kind],
      ['Trigger', execution.triggerName],
      ['Started', momentCell(startedAt)],
      ['Finished', momentCell(finishedAt)],
      ['Execution ID', codeCell(id)],
      ['Flow ID', codeCell(execution.flowId)],
      ['Event ID', codeCell(execution.eventId)],
      ['Invocation ID', codeCell(execution.invocationId)],
    ]),
    ...otherFields(execution, EXECUTION_FIELDS),
  ]);
}

const EXECUTION_FIELDS = [
  'id',
  'flowId',
  'triggerId',
  'flowName',
  'triggerName',
  'eventId',
  'invocationId',
  'createdBy',
  'error',
  'kind',
  'status',
  'startedAt',
  'finishedAt',
  'result',
  'files',
  'deliveries',
  // The steps, the trace, and the video show these.
  'progress',
  'screenshots',
  'recordings',
  'recordingId',
  'recordingDeviceId',
];

/** The maximum number of files and of deliveries that are listed. */
const MAX_LINES = 100;

function deliveryLine({
  artifact,
  filename,
  destination,
  folder,
  status,
  errorCode,
}: ExecutionDelivery): string {
  const to = [destination, folder].filter(part => part != null && part !== '').join('/');
  const reason = errorCode ? ` (${code(errorCode)})` : '';
  return `${escapeLine(filename || artifact || 'A file')} to ${escapeLine(to || 'its destination')}: **${escapeLine(status ?? 'unknown')}**${reason}`;
}

function stepBlocks(step: RunStep, listed: unknown): string[] {
  const { round, deviceId, status, tookMs, error, explanation, output } = step;
  const name = escapeLine(step.name ?? 'Step');
  const facts = [
    `**${escapeLine(status ?? 'unknown')}**${tookMs === undefined ? '' : ` after ${secondsText(tookMs)}`}`,
    ...(round === undefined ? [] : [`round ${round + 1}`]),
    ...(deviceId === undefined ? [] : [`device ${code(deviceId)}`]),
  ];
  return [
    `### ${runStepNumber(step)} ${name}`,
    facts.join(', '),
    ...(explanation
      ? explanationBlocks(explanation, error)
      : error === undefined
        ? []
        : [escapeLines(error)]),
    ...valueSection('Output:', output),
    ...otherFields(listed, STEP_FIELDS, 'Other fields:'),
  ];
}

const STEP_FIELDS = [
  'index',
  'childIndex',
  'round',
  'deviceId',
  'flowActionId',
  'actionId',
  'name',
  'service',
  'method',
  'status',
  'startedAt',
  'finishedAt',
  'output',
  'error',
];
