import { checkSchema } from '../../flow/schema/compileSchema.ts';
import { resolveTemplates, TemplateError, type TemplateScope } from '../../flow/template.ts';
import { StepFailure } from '../runtime/step.ts';

type Params = Readonly<Record<string, unknown>>;

/** Resolves the expressions in parameters. Throws StepFailure for one without a value, unless `isLenient`. */
export function resolveParams(
  params: Params,
  scope: TemplateScope,
  isLenient: boolean,
  onResolved: (params?: Params) => void,
): Params {
  try {
    const resolved = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, resolveTemplates(value, scope, isLenient)]),
    );
    onResolved(resolved);
    return resolved;
  } catch (error) {
    onResolved();
    if (error instanceof TemplateError) throw new StepFailure('invalid_config', error.message);
    throw error;
  }
}

/** Throws StepFailure if parameters do not fit the schema of their action. */
export function checkParams(paramsSchema: unknown, params: Params): void {
  const [problem] = checkSchema(paramsSchema ?? true, params);
  if (!problem) return;
  const path = ['params', ...problem.path].join('.');
  throw new StepFailure('client_error', `${path} does not fit the action: ${problem.message}.`);
}
