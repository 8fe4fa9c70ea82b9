import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { objectOf, textOf } from '../flow/document/stepModel.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { readerOf } from '../flow/schema/schemaReader.ts';
import { isSecretParameter } from '../flow/secrets/markedSecrets.ts';
import { stepName } from '../flow/document/stepName.ts';
import { nameOfId } from '../flow/referenceKind.ts';
import { isObject } from '../util/isObject.ts';
import type { PlacedStep } from './stepCards.ts';

/**
 * Returns the steps, in file order, whose name, action name, action id or non-secret parameter values contain a text,
 * ignoring case.
 */
export function findSteps(
  steps: readonly PlacedStep[],
  catalog: FlowCatalog,
  text: string,
): readonly StepPath[] {
  const lowerText = text.toLowerCase();
  if (lowerText === '') return [];
  const holds = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(holds);
    if (isObject(value)) return Object.values(value).some(holds);
    const shown = typeof value === 'string' ? (nameOfId(value, '', catalog) ?? '') : '';
    return `${String(value)}\n${shown}`.toLowerCase().includes(lowerText);
  };
  return steps
    .filter(({ model }) => {
      const id = textOf(model.actionId) ?? '';
      const action = catalog.action(id);
      if ([stepName(model, catalog), action?.name ?? '', id].some(holds)) return true;
      const inherited = isObject(action?.params) ? action.params : {};
      return Object.entries({ ...inherited, ...objectOf(model.params) }).some(
        ([name, value]) => holds(value) && !isSecret(action, name),
      );
    })
    .map(({ step }) => step);
}

function isSecret(action: CatalogAction | undefined, name: string): boolean {
  const schema = action?.paramsSchema;
  return isObject(schema) && isSecretParameter(readerOf(schema), name);
}
