import type { CatalogueAction, FlowCatalogue } from '../catalogue.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { isObject } from '../../util/isObject.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';
import { summariseParameters } from '../schemaSummary.ts';
import type { PathSegment } from '../template.ts';
import { describeSchema } from './describeSchema.ts';
import { type FlowPlace, placeAt, textRangeOf } from './place.ts';
import { type DescribedPlace, describePlace } from './stepSchema.ts';
import { schemasAt } from './subschemas.ts';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly range: TextRange;
}

/** Returns the hover for the name or value at an offset, with the effective value of a parameter. */
export function hoverAt(document: FlowDocument, offset: number, catalogue: FlowCatalogue): Hover | undefined {
  const place = placeAt(document, offset);
  if (!place.node) return undefined;
  const range = textRangeOf(place, place.node);
  const text =
    actionText(place, catalogue) ?? thingText(place, catalogue) ?? valueText(document, place, catalogue);
  return text === '' ? undefined : { text, range };
}

/** Describes an action with its parameters in Markdown. */
export function describeAction(action: CatalogueAction): string {
  const { name, description, service, method } = action;
  const where = [service, method].filter(part => part != null).map(part => code(part));
  const parameters = summariseParameters(action.paramsSchema).map(parameter => {
    const needed = parameter.required ? ', required' : '';
    const words = parameter.description === undefined ? '' : `: ${escapeMarkdown(parameter.description)}`;
    return `- ${code(parameter.name)} (${escapeMarkdown(parameter.type)}${needed})${words}`;
  });
  const heading = `**${escapeMarkdown(name)}**${where.length > 0 ? ` · ${where.join(' ')}` : ''}`;
  return [heading, description == null ? '' : escapeMarkdown(description), parameters.join('\n')]
    .filter(part => part !== '')
    .join('\n\n');
}

function actionText(place: FlowPlace, catalogue: FlowCatalogue): string | undefined {
  if (!place.step || place.isKey || place.path.length !== 1 || place.path[0] !== 'actionId') return undefined;
  const action = catalogue.action(String(place.node?.value));
  return action && describeAction(action);
}

function thingText(place: FlowPlace, catalogue: FlowCatalogue): string | undefined {
  if (place.step || place.isKey) return undefined;
  const known = {
    triggerId: catalogue.triggers,
    notifyWebhookId: catalogue.webhooks,
    deviceIds: catalogue.devices,
  }[String(place.path[0])];
  const thing = known?.find(one => one.id === place.node?.value);
  return thing && `**${escapeMarkdown(thing.name)}**`;
}

function valueText(document: FlowDocument, place: FlowPlace, catalogue: FlowCatalogue): string {
  const described = describePlace(document, place, catalogue);
  const text = describeSchema(schemasAt(described.schema, described.path, described.value));
  return [text, effectiveText(described, place)].filter(part => part !== '').join('\n\n');
}

/** Describes the effective value of a parameter and the action's value that it replaces. */
function effectiveText({ action, path, value }: DescribedPlace, place: FlowPlace): string {
  const [name] = path;
  if (!action || path.length !== 1 || typeof name !== 'string') return '';
  const own: unknown = isObject(action.params) ? action.params[name] : undefined;
  const effective = (value as Readonly<Record<PathSegment, unknown>>)[name];
  if (effective === undefined || !place.step) return '';
  const instead = own === undefined ? '' : ` in place of the action's own ${code(JSON.stringify(own))}`;
  return `Runs with ${code(JSON.stringify(effective))}${instead}`;
}
