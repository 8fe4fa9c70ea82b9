import { ApiError } from '../client/failure.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { TraceScreen, TraceStep } from '../contract/sandbox/traces.ts';
import { explainSteps, resultEvidence } from '../flow/explain/explainSteps.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import { needsExplanation, type RunStep, executionSteps } from '../flow/run/runSteps.ts';

/**
 * Returns the steps of an execution, and for each failed step the reason. Evidence is read from the sandbox that ran
 * the execution, but only if a step needs an explanation. Without evidence, the reasons are derived from the result of
 * the execution.
 */
export async function explainExecution(
  execution: Execution,
  sandboxClient: SandboxClient | undefined,
  signal?: AbortSignal,
): Promise<readonly RunStep[]> {
  const steps = executionSteps(execution);
  if (!steps.some(needsExplanation)) return steps;
  const evidence =
    sandboxClient &&
    (await readEvidence(sandboxClient, execution.id, signal).catch((error: unknown) => {
      // A failed run must be shown even if its evidence cannot be read.
      if (signal?.aborted === true) throw error;
      return undefined;
    }));
  return explainSteps(steps, evidence ?? resultEvidence(execution));
}

/** Reads the evidence of an execution or a trial run from the sandbox; undefined if the sandbox has none. */
export async function readEvidence(
  sandboxClient: Pick<SandboxClient, 'getExecutionTrace'>,
  executionId: string,
  signal?: AbortSignal,
): Promise<Evidence | undefined> {
  const steps: TraceStep[] = [];
  const screens = new Map<string, TraceScreen>();
  const params = { executionId };
  let run: Evidence['run'] = { executionId };
  try {
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const part: Awaited<ReturnType<SandboxClient['getExecutionTrace']>> =
        await sandboxClient.getExecutionTrace({ params, query: { offset } }, { signal });
      const { data } = part.value;
      run = data.run;
      steps.push(...data.steps);
      for (const screen of data.screens) screens.set(screen.id, screen);
      offset = data.next ?? undefined;
    }
  } catch (error) {
    // The sandbox may have deleted the evidence of an old run, or records none.
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
  return { run, steps, screens: [...screens.values()] };
}
