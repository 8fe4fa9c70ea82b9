import { randomUUID } from 'node:crypto';
import type { Flow } from '../../contract/records/flow.ts';
import type { RepairAttempt } from '../../contract/records/flowRun.ts';
import { isObject } from '../../util/isObject.ts';
import { pause, timestamp } from '../runtime/clock.ts';
import type { Service } from '../runtime/service.ts';
import { StepFailure, type StepOutput } from '../runtime/step.ts';

/** A failed step of a flow with self-healing. */
interface BrokenStep {
  readonly flow: Flow;
  readonly executionId: string;
  readonly method: string;
  /** The index among the flow's top-level steps, from 0. */
  readonly stepIndex: number;
  readonly deviceId: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly failure: StepFailure;
  /** Runs the step again with the given parameters. */
  readonly runAgain: (params: Readonly<Record<string, unknown>>) => Promise<StepOutput>;
}

/**
 * The wait before the first attempt, in milliseconds before the time scale; grows by the same amount for each further
 * one.
 */
const WAIT_MS = 1000;
const DEFAULT_ATTEMPTS = 3;

/** Returns true if a failure may disappear by itself or with less strict selectors; others need the user. */
export function isHealable({ code }: StepFailure): boolean {
  return code === 'logic' || code === 'transient';
}

/**
 * Retries a failed step up to `selfHealingMaxAttempts` times (spec 2.1) and stores each attempt as a repair (wire facts
 * 3). Text selectors are relaxed to partial matches; other parameters stay unchanged. Throws the last failure if no
 * attempt succeeds.
 */
export async function heal(service: Service, broken: BrokenStep, signal: AbortSignal): Promise<StepOutput> {
  const { store, clock, settings } = service;
  const { flow, method } = broken;
  const maxAttempts = flow.selfHealingMaxAttempts ?? DEFAULT_ATTEMPTS;
  const relaxed = relax(broken.params);
  const params = relaxed ?? broken.params;
  const originalSlug = method.replaceAll('.', '-');
  const candidateSlug = `${originalSlug}-${relaxed ? 'relaxed' : 'again'}`;
  const episodes = store.repairs.all({ flowId: flow.id }).map(repair => repair.episode ?? 0);
  const episode = Math.max(0, ...episodes) + 1;
  let { failure } = broken;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const now = timestamp(clock);
    const repair: RepairAttempt = store.repairs.put({
      id: randomUUID(),
      flowId: flow.id,
      sourceExecutionId: broken.executionId,
      episode,
      attempt,
      maxAttempts,
      originalSlug,
      candidateSlug,
      failedStepIndex: broken.stepIndex,
      deviceId: broken.deviceId ?? null,
      status: 'running',
      verdict: null,
      error: failure.message,
      createdAt: now,
      startedAt: now,
      finishedAt: null,
      updatedAt: now,
    });
    const end = (changes: Partial<RepairAttempt>): void => {
      const finishedAt = timestamp(clock);
      store.repairs.put({ ...repair, ...changes, finishedAt, updatedAt: finishedAt });
    };
    await pause(clock, WAIT_MS * attempt * settings.timeScale, signal);
    try {
      const output = await broken.runAgain(params);
      const summary = relaxed
        ? 'The step works when part of the text is enough.'
        : 'The step worked when it ran again.';
      end({ status: 'repaired', verdict: { outcome: relaxed ? 'ok' : 'flaky', summary } });
      return output;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StepFailure)) throw error;
      failure = error;
      const status = attempt === maxAttempts ? 'escalated' : 'failed';
      end({ status, error: error.message, verdict: { outcome: 'broken', summary: error.message } });
    }
  }
  throw failure;
}

// Relaxes all exact text selectors to partial matches; undefined if there are none.
function relax(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const exact = JSON.stringify(params);
  const relaxed = JSON.stringify(params, (_name, value: unknown) => {
    const isByText = typeof value === 'object' && value !== null && 'by' in value && value.by === 'text';
    return isByText ? { ...value, exact: false } : value;
  });
  const parsed: unknown = relaxed === exact ? undefined : JSON.parse(relaxed);
  return isObject(parsed) ? parsed : undefined;
}
