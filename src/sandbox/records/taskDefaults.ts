import type { Task } from '../../contract/records/task.ts';

/** Returns the default fields of a task (wire facts 10). */
export function taskDefaults(): Partial<Task> {
  return {
    agentId: 0,
    displayId: 0,
    maxSteps: 100,
    executionTimeout: 1000,
    temperature: 0.5,
    reasoning: true,
    vision: false,
    accessibility: true,
    stealth: false,
    continueOnFailure: false,
    apps: [],
    files: [],
    credentials: [],
    outputSchema: null,
    vpnCountry: null,
  };
}
