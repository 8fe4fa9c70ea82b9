import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { rangeOf } from '../document/jsonTree.ts';
import { memberOf } from '../../util/isObject.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';
import { summarizeParameters } from '../schema/schemaSummary.ts';
import { describeSchema } from './describeSchema.ts';
import { expressionHover } from './expressions.ts';
import { describeIdentifier, identifiersOf } from './identifiers.ts';
import { type FlowLocation, locationAt } from './flowLocation.ts';
import { type DescribedPlace, describePlace } from './stepSchema.ts';
import { schemasAt } from '../form/schemasAt.ts';
import { plainSchema } from '../schema/plainSchema.ts';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly range: TextRange;
}

/** Returns the hover for the name or value at an offset, with the effective value of a parameter. */
export function hoverAt(document: FlowDocument, offset: number, catalog: FlowCatalog): Hover | undefined {
  const expression = expressionHover(document, offset, catalog);
  if (expression) return { text: expression.text, range: expression };
  const location = locationAt(document, offset);
  if (!location.node) return undefined;
  const range = rangeOf(location.node);
  const text = actionText(location, catalog) ?? placeText(document, offset, catalog, location);
  return text === '' ? undefined : { text, range };
}

/** Describes an action with its parameters in Markdown. */
function describeAction(action: CatalogAction): string {
  const { name, description, service, method } = action;
  const where = [service, method].filter(part => part != null).map(part => code(part));
  const parameters = summarizeParameters(plainSchema(action.paramsSchema)).map(parameter => {
    const needed = parameter.required ? ', required' : '';
    const words = parameter.description === undefined ? '' : `: ${escapeMarkdown(parameter.description)}`;
    return `- ${code(parameter.name)} (${escapeMarkdown(parameter.type)}${needed})${words}`;
  });
  const heading = `**${escapeMarkdown(name)}**${where.length > 0 ? ` · ${where.join(' ')}` : ''}`;
  return [heading, description == null ? '' : escapeMarkdown(description), parameters.join('\n')]
    .filter(part => part !== '')
    .join('\n\n');
}

function actionText(location: FlowLocation, catalog: FlowCatalog): string | undefined {
  if (!location.step || location.isKey || location.path.length !== 1 || location.path[0] !== 'actionId')
    return undefined;
  const action = catalog.action(String(location.node?.value));
  return action && describeAction(action);
}

/** Describes a value, after the resource that it references. A setting is only named, because its name says the rest. */
function placeText(
  document: FlowDocument,
  offset: number,
  catalog: FlowCatalog,
  location: FlowLocation,
): string {
  const reference = referenceText(document, offset, location, catalog);
  if (reference !== undefined && !location.step) return reference;
  const value = valueText(describePlace(document, location, catalog), location);
  return [reference ?? '', value].filter(part => part !== '').join('\n\n---\n\n');
}

function referenceText(
  document: FlowDocument,
  offset: number,
  location: FlowLocation,
  catalog: FlowCatalog,
): string | undefined {
  if (location.isKey) return undefined;
  const [here] = identifiersOf(document, catalog, { start: offset, end: offset });
  return here && describeIdentifier(here);
}

function valueText(described: DescribedPlace, location: FlowLocation): string {
  const text = describeSchema(schemasAt(described));
  return [text, effectiveText(described, location)].filter(part => part !== '').join('\n\n');
}

/** Describes the effective value of a parameter and the action's value that it replaces. */
function effectiveText({ action, path, value }: DescribedPlace, location: FlowLocation): string {
  const [name] = path;
  if (!action || path.length !== 1 || typeof name !== 'string') return '';
  const own = memberOf(action.params, name);
  const effective = memberOf(value, name);
  if (effective === undefined || !location.step) return '';
  const instead = own === undefined ? '' : ` in place of the action's own ${code(JSON.stringify(own))}`;
  return `Runs with ${code(JSON.stringify(effective))}${instead}`;
}
