import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/failure.ts';
import { explain } from '../../wording/explain.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operations.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import { isObject } from '../../util/isObject.ts';
import { counted } from '../../util/counted.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { table } from '../reports/markdownTable.ts';

/** The result of calling one operation. */
export interface Probe {
  readonly operation: string;
  readonly request: string;
  readonly result: 'fits' | 'differs' | 'not offered' | 'failed' | 'not tried';
  readonly details: string;
}

// Long-running and streaming responses, and those of bytes, are costly and reveal little about the interface.
const LEFT_OUT: readonly OperationId[] = [
  'waitForDevice',
  'attachTask',
  'takeScreenshot',
  'getScreenRecordingActions',
  'getScreenRecordingVideo',
  'downloadDeviceFile',
  // Needs a path, which no other list tells.
  'listDeviceFiles',
];

/** Calls the read operations one after the other; record IDs come from lists read earlier. */
export async function probeService(
  client: Client,
  signal: AbortSignal,
  progress: (message: string) => void,
): Promise<Probe[]> {
  const { operationIds, operations } = await import('../../contract/operations.ts');
  const isProbed = (id: OperationId): boolean =>
    operations[id].method === 'GET' && !operations[id].carriesSecrets && !LEFT_OUT.includes(id);
  const reads = operationIds.filter(isProbed);
  // Lists have the shortest paths and must come first to provide IDs.
  const ordered = reads.toSorted((a, b) => depth(operations[a]) - depth(operations[b]));
  const ids = new Map<string, string>();
  const probes: Probe[] = [];
  for (const id of ordered) {
    signal.throwIfAborted();
    progress(operations[id].path);
    probes.push(await probe(client, id, operations[id], ids, signal));
  }
  return probes;
}

/** Returns what a check found, in a sentence. */
export function checkVerdict(probes: readonly Probe[]): string {
  const count = (result: Probe['result']): number => probes.filter(probe => probe.result === result).length;
  const [differs, failed, fits] = [count('differs'), count('failed'), count('fits')];
  if (differs + failed > 0)
    return [
      ...(differs > 0
        ? [`${counted(differs, 'operation differs', 'operations differ')} from the interface`]
        : []),
      ...(failed > 0 ? [counted(failed, 'operation failed', 'operations failed')] : []),
    ].join(', and ');
  return fits > 0
    ? `The service fits the interface in ${counted(fits, 'operation')}`
    : 'The service offers none of the operations that were tried';
}

/** Formats the results as Markdown: first what was found, with its reasons, then each operation with differences first. */
export function driftReport(name: string, moment: Date, probes: readonly Probe[]): string {
  const count = (result: Probe['result']): number => probes.filter(probe => probe.result === result).length;
  const order: readonly Probe['result'][] = ['differs', 'failed', 'not offered', 'not tried', 'fits'];
  const rows = probes
    .toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
    .map(({ operation, request, result, details }) => [
      result,
      { code: operation },
      { code: request },
      details,
    ]);
  const problems = probes
    .filter(({ result }) => result === 'differs' || result === 'failed')
    .map(({ request, details }) => `- ${code(request)}: ${escapeLine(details)}`);
  return markdownDocument([
    `# ${escapeLine(name)} against the interface`,
    `**${checkVerdict(probes)}.**`,
    ...(problems.length > 0 ? [problems.join('\n')] : []),
    '## Operations',
    `Checked at ${code(moment.toISOString())} by read-only requests: ${order.map(result => `${count(result)} ${result}`).join(', ')}.`,
    table(['Result', 'Operation', 'Request', 'Details'], rows),
  ]);
}

async function probe(
  client: Client,
  id: OperationId,
  operation: Operation,
  ids: Map<string, string>,
  signal: AbortSignal,
): Promise<Probe> {
  const about = { operation: id, request: `${operation.method} ${operation.path}` };
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(
    names.flatMap(name => {
      const known = ids.get(recordPath(operation.path, name));
      return known === undefined ? [] : [[name, known]];
    }),
  );
  if (names.length > Object.keys(params).length) {
    return { ...about, result: 'not tried', details: 'There was no record to try it with.' };
  }
  try {
    const call = client[id] as (
      input: object,
      options: { signal: AbortSignal },
    ) => Promise<{ value: unknown }>;
    const { value } = await call({ params }, { signal });
    const first = firstId(value);
    if (first !== undefined) ids.set(operation.path, first);
    return { ...about, result: 'fits', details: '' };
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'cancelled') throw error;
    return { ...about, ...outcomeOf(error) };
  }
}

function outcomeOf(error: unknown): Pick<Probe, 'result' | 'details'> {
  if (isNotOffered(error)) return { result: 'not offered', details: `Status ${error.status ?? ''}` };
  // Unsupported operations and records in the wrong state are refused according to the interface.
  if (error instanceof ApiError && (error.status === 409 || error.status === 422)) {
    return { result: 'fits', details: `Refused: ${explain(error).summary}` };
  }
  const differs = error instanceof ApiError && error.failure.kind === 'contract';
  return { result: differs ? 'differs' : 'failed', details: explain(error).summary };
}

function depth({ path }: Operation): number {
  return path.split('/').length + (path.includes('{') ? 10 : 0);
}

// Returns the path of the list that contains the record of a path parameter.
function recordPath(path: string, parameter: string): string {
  return path.slice(0, path.indexOf(`/{${parameter}}`));
}

function firstId(value: unknown): string | undefined {
  const { items, data } = isObject(value) ? value : {};
  const list = [value, items, data].find(candidate => Array.isArray(candidate));
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (!isObject(first)) return undefined;
  const id = 'id' in first ? first['id'] : first['appEventType'];
  return typeof id === 'string' ? id : undefined;
}
