import { checkSchema } from '../../flow/schema/compileSchema.ts';
import { StepFailure } from '../runtime/step.ts';

/** Validates the parameters of a step against its action's schema. Throws StepFailure `client_error` with the path. */
export function checkParams(paramsSchema: unknown, params: Readonly<Record<string, unknown>>): void {
  const [problem] = checkSchema(paramsSchema ?? true, params);
  if (!problem) return;
  const path = ['params', ...problem.path].join('.');
  throw new StepFailure('client_error', `${path} does not fit the action: ${problem.message}.`);
}
