import type { RunControl } from '../runtime/runControl.ts';
import type { Service } from '../runtime/service.ts';
import { StepFailure, type StepKind, type StepOutput, type RunContext } from '../runtime/step.ts';
import { timestamp } from '../runtime/clock.ts';
import type { StoredExecution } from '../store/stored.ts';
import { heal, isHealable } from './heal.ts';
import { mailSince } from './mailSince.ts';
import { StepInterrupted } from './runFailure.ts';
import { saveRunFile } from './runFiles.ts';
import type { RunMemory } from './runMemory.ts';
import type { StepPosition } from './stepLog.ts';
import type { StepTrace } from './trace/stepTrace.ts';

type Params = Readonly<Record<string, unknown>>;

/** A step with its resolved parameters, and the run that it belongs to. */
interface Performance {
  readonly service: Service;
  readonly execution: StoredExecution;
  readonly control: RunControl | undefined;
  readonly kind: StepKind;
  readonly method: string;
  readonly position: StepPosition;
  readonly params: Params;
  readonly memory: RunMemory;
  /** The start of the run that this one continues, in milliseconds since 1970. */
  readonly since: number | undefined;
  readonly trace: StepTrace | undefined;
  readonly show: (output: StepOutput) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the method of a step, with self-healing in live runs. Throws StepInterrupted if a debugger interrupts a step that
 * can run again.
 */
export async function performStep(given: Performance): Promise<StepOutput> {
  const { service, execution, control, kind, method, position, params, trace, show } = given;
  const device = position.deviceId ?? undefined;
  const signal = kind.isRepeatable ? interruptible(given.signal, control) : given.signal;
  const run = runContext(given);
  const runWith = async (used: Params): Promise<StepOutput> => {
    const work = (): Promise<StepOutput> =>
      kind.run({ params: used, deviceId: device, run, service, show, signal });
    return trace ? trace.attempt(used, () => timestamp(service.clock), work) : work();
  };
  const repeat = async (): Promise<StepOutput> => {
    try {
      return await runWith(params);
    } catch (error) {
      signal.throwIfAborted();
      const flow = service.store.flows.get(execution.flowId ?? '');
      const isHealing = execution.kind === 'live' && flow?.selfHealingEnabled === true;
      if (!isHealing || !(error instanceof StepFailure) || !isHealable(error)) throw error;
      const { id: executionId } = execution;
      const broken = { flow, executionId, method, stepIndex: position.index ?? 0, deviceId: device, params };
      return heal(service, { ...broken, failure: error, runAgain: runWith }, signal);
    }
  };
  try {
    return await repeat();
  } catch (error) {
    given.signal.throwIfAborted();
    throw signal.aborted ? new StepInterrupted() : error;
  }
}

/** Returns the signal of a run that a debugger can interrupt as well. */
export function interruptible(signal: AbortSignal, control: RunControl | undefined): AbortSignal {
  return control ? AbortSignal.any([signal, control.interruption()]) : signal;
}

function runContext({
  service: { store },
  execution,
  control,
  memory,
  since,
  trace,
}: Performance): RunContext {
  const { id: executionId, flowId, sandbox } = execution;
  return {
    executionId,
    flowId: flowId ?? '',
    isConfined: sandbox.isConfined === true,
    mailSince: since ?? Date.parse(mailSince(execution) ?? ''),
    // Few steps read it, and a run can have many steps.
    get earlier() {
      return memory.earlier;
    },
    files: () => store.runFiles.all({ executionId }),
    saveFile: (filename, mimeType, bytes) => saveRunFile(store, executionId, filename, mimeType, bytes),
    note: note => {
      trace?.note(note);
      if (note.kind === 'log' && trace) control?.logged(trace.record, note.line);
    },
  };
}
