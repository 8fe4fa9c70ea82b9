import type { Client } from '../client/client.ts';
import type { Execution } from '../contract/records/execution.ts';
import { resultEvidence } from '../flow/explain/explainSteps.ts';
import { SecretMask } from '../flow/trace/secretMask.ts';
import { type Trace, TRACE_PARTS, type TraceDocument, type TracedTask } from '../flow/trace/traceFile.ts';
import { isObject, memberOf } from '../util/isObject.ts';
import { withoutPasscodes } from '../util/passcodes/withoutPasscodes.ts';
import { withoutSecrets } from '../util/secrets.ts';
import type { TraceReadingOptions } from './readSandboxTrace.ts';
import { lacksOperation } from './remoteFlow.ts';

/** The limits of a value from a service; larger than those of the sandbox, because there is nothing else. */
const LIMITS = { text: 20_000, members: 5000, depth: 20 };

/** Reads what a service offers about an execution: its steps, and what its tasks did. */
export async function readServiceTrace(
  client: Client,
  execution: Execution,
  { signal, progress }: Pick<TraceReadingOptions, 'signal' | 'progress'> = {},
): Promise<Trace> {
  const trace = resultTrace(execution);
  const mask = new SecretMask();
  const tasks: TracedTask[] = [];
  for (const taskId of new Set(trace.steps.flatMap(({ output }) => taskIn(output)))) {
    progress?.(`task ${tasks.length + 1}`);
    const trajectory = await trajectoryOf(client, taskId, signal);
    if (trajectory !== undefined) tasks.push({ taskId, trajectory: mask.value(masked(trajectory), LIMITS) });
  }
  const missing = trace.missing.filter(part => part !== 'tasks' || tasks.length === 0);
  return { document: { ...trace, missing, tasks }, pictures: new Map() };
}

/** Returns what the result of an execution says about its steps. */
export function resultTrace(execution: Execution): TraceDocument {
  const mask = new SecretMask();
  const { run, steps, screens } = resultEvidence(masked(execution));
  const { error } = execution;
  return {
    run: { ...run, error: error == null ? undefined : mask.value(error) },
    steps: steps.map(step => ({ ...step, output: mask.value(step.output, LIMITS) })),
    screens,
    missing: TRACE_PARTS,
    tasks: [],
  };
}

function masked<T>(record: T): T {
  return withoutSecrets(withoutPasscodes(record)) as T;
}

function taskIn(output: unknown): readonly string[] {
  const id = isObject(output) ? memberOf(output, 'taskId') : undefined;
  return typeof id === 'string' ? [id] : [];
}

async function trajectoryOf(
  client: Client,
  taskId: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return (await client.getTaskTrajectory({ params: { task_id: taskId } }, { signal })).value.trajectory;
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}
