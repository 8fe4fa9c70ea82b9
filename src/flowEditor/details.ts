import type { DeliveryOptions, Flow } from '../contract/records/flow.ts';
import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { type StepModel, textOf } from '../flow/document/stepModel.ts';
import { type JsonNode, propertyOf, valueOf } from '../flow/document/jsonTree.ts';
import { dataScope } from '../flow/data/dataScope.ts';
import { expressionText } from '../flow/data/expressionText.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { takesSteps } from '../flow/takesSteps.ts';
import { childSchema, entrySchema, settingsSchema } from '../flow/envelopeSchema.ts';
import type { FormNode } from '../flow/form/formNode.ts';
import { pointerOf } from '../flow/form/pointer.ts';
import { elementForms, elementPlaces } from '../flow/record/elementParams.ts';
import { unclearParams } from '../flow/record/unclearParams.ts';
import type { PathSegment } from '../flow/template.ts';
import { describeForm } from '../flow/form/describeForm.ts';
import { readerOf } from '../flow/schema/schemaReader.ts';
import { nodesWithin } from '../flow/form/childNodes.ts';
import { findNamedReference } from '../flow/findNamedReference.ts';
import { isListed, unnamedText } from '../flow/referenceKind.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';
import type { SettingsDetails, StepDetails } from '../protocol/flowEditor.ts';
import { isObject, memberOf, without } from '../util/isObject.ts';
import { isUuid } from '../util/isUuid.ts';
import { memoize } from '../util/once.ts';
import { plainText } from '../util/plainText.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type { FlowReading } from './flowReading.ts';
import { type ReferenceSources, findReference } from './flowReferences.ts';
import type { PlacedStep } from './stepCards.ts';
import { labelExpressions } from './stepValues.ts';

/**
 * Returns the inspector content for a step: its fields, and a form for its parameters, from the schema of its action.
 */
export function createStepDetails(
  { step, model }: PlacedStep,
  reading: FlowReading,
  catalog: FlowCatalog,
  attempts: StepDetails['attempts'] = [],
): StepDetails {
  const actionId = textOf(model.actionId) ?? '';
  const action = catalog.action(actionId);
  const schema = action?.paramsSchema ?? undefined;
  const others = findUnknownFields(model);
  const form = describeForm(readerOf(schema), {
    ownValue: model.params && valueOf(model.params),
    inherited: action?.params,
  });
  return {
    kind: 'step',
    step,
    actionId,
    action: action?.name ?? '',
    description: action?.description ?? '',
    service: SERVICE_LABELS.get(action?.service ?? '')?.label ?? action?.service ?? '',
    method: action?.method ?? '',
    nameOverride: textOf(propertyOf(model.node, 'nameOverride')) ?? '',
    continueOnError: propertyOf(model.node, 'continueOnError')?.value === true,
    isRecorded: isRecorded(model.node, reading.document.root),
    known: action !== undefined || !catalog.isComplete,
    schema: schema !== undefined ? 'given' : action ? 'none' : 'unknown',
    attempts,
    references: findReferences(form, catalog),
    form,
    elementPointers: action ? elementPaths(action).map(pointerOf) : [],
    outcome: outcomeOf(step, reading, catalog, action),
    problems: reading.problems.filter(problem => sameStep(problem.step, step)),
    values: labelExpressions([form.value?.value, others], dataScope(reading.document, step, { catalog })),
    others: others && describeForm(readerOf(UNKNOWN_FIELDS_SCHEMA), { ownValue: others }),
  };
}

/** Returns the paths of the parameters that take an element, or that probably do. */
function elementPaths(action: CatalogAction): readonly (readonly PathSegment[])[] {
  const unclear = unclearParams(action).filter(({ isLikely }) => isLikely);
  return [...elementPlaces(elementForms(action)), ...unclear].map(({ path }) => path);
}

/**
 * Returns the expression that tells if the condition of a step held; undefined if its action does not decide about the
 * steps inside by one Boolean that it gives as an output.
 */
function outcomeOf(
  [entry, child]: StepPath,
  { document }: FlowReading,
  catalog: FlowCatalog,
  action: CatalogAction | undefined,
): string | undefined {
  if (child !== undefined || !takesSteps(action)) return undefined;
  const properties = memberOf(action?.outputSchema, 'properties');
  const outputs = isObject(properties) ? Object.entries(properties) : [];
  const [name, ...more] = outputs.filter(([, schema]) => memberOf(schema, 'type') === 'boolean');
  if (!name || more.length > 0) return undefined;
  const { reader, sourcesOf } = dataScope(document, [entry], { catalog });
  const [output] = reader ? sourcesOf(reader) : [];
  return output && expressionText([...output.path, name[0]]);
}

const STEP_FIELDS = Object.keys(entrySchema.properties);
const OVERRIDE_FIELDS = Object.keys(childSchema.properties.overrides.properties);

/**
 * Returns the fields of a step and its overrides that the step schema does not define, by their paths from the step;
 * undefined if there are none. They are kept and shown, since a service may know more fields.
 */
export function findUnknownFields({ node }: StepModel): Readonly<Record<string, unknown>> | undefined {
  const step = valueOf(node);
  if (!isObject(step)) return undefined;
  const others = without(step, STEP_FIELDS);
  const overrides = isObject(step['overrides']) ? without(step['overrides'], OVERRIDE_FIELDS) : {};
  const unknown = Object.keys(overrides).length > 0 ? { ...others, overrides } : others;
  return Object.keys(unknown).length > 0 ? unknown : undefined;
}

/** Returns the resources that a form references; those that the connection does not list have no name. */
function findReferences(form: FormNode, catalog: FlowCatalog): StepDetails['references'] {
  return nodesWithin(form).flatMap(({ refersTo: kind, value }): StepDetails['references'] => {
    const id = value?.value;
    if (!kind || kind === 'credential' || kind === 'package' || typeof id !== 'string') return [];
    const named = findNamedReference(kind, id, catalog);
    if (named) return [{ id, name: named.name, detail: named.detail || undefined }];
    const name = isListed(kind, catalog) ? undefined : unnamedText(kind, id, catalog);
    return isUuid(id) ? [{ id, name, detail: undefined }] : [];
  });
}

/** Returns the inspector content for the flow settings. */
export function createSettingsDetails(
  reading: FlowReading,
  sources: ReferenceSources,
  flow?: Pick<Flow, 'enabled'>,
  delivery?: DeliveryOptions,
): SettingsDetails {
  const { root } = reading.document;
  const written = root && valueOf(root);
  const value = isObject(written) ? without(written, ['actions']) : {};
  const { deviceIds } = value;
  const schema = delivery ? schemaWith(delivery) : SETTINGS_SCHEMA;
  const ids: readonly unknown[] = Array.isArray(deviceIds) ? deviceIds : [];
  return {
    kind: 'settings',
    form: withServiceState(describeForm(readerOf(schema), { ownValue: value }), flow),
    trigger: findReference(value['triggerId'], 'triggerId', sources),
    devices: ids.flatMap((id, index) => {
      const device = findReference(id, 'deviceIds', sources);
      return device ? [{ ...device, index }] : [];
    }),
    webhook: findReference(value['notifyWebhookId'], 'notifyWebhookId', sources),
    problems: reading.problems.filter(({ step }) => step === undefined),
  };
}

/** Adds to the `enabled` field a note about the state of the flow on the service, since the file may omit it. */
function withServiceState(form: FormNode, flow: Pick<Flow, 'enabled'> | undefined): FormNode {
  if (form.kind !== 'object' || flow?.enabled == null) return form;
  const note = `On the service, the flow is ${flow.enabled ? 'active' : 'disabled'}.`;
  const fields = form.fields.map(field =>
    field.pointer === '/enabled' ? { ...field, notes: [...field.notes, note] } : field,
  );
  return { ...form, fields };
}

/** A schema whose form shows existing fields, which can be removed, but offers no new ones. */
const UNKNOWN_FIELDS_SCHEMA = { type: 'object', additionalProperties: false };

/** The schema of the settings form. */
const SETTINGS_SCHEMA = {
  ...settingsSchema,
  required: settingsSchema.required.filter(name => name !== 'actions'),
  properties: without(settingsSchema.properties, ['actions', '$schema']),
};

/** The maximum number of destinations that the settings form offers, and of characters of a name. */
const MAX = { destinations: 50, name: 100 } as const;

/** Returns the schema of the settings form with the destinations that the service offers for the results of the flow. */
const schemaWith = memoize(({ destinations }: DeliveryOptions): object => {
  if (!destinations?.length) return SETTINGS_SCHEMA;
  const { delivery } = settingsSchema.properties;
  const { destination } = delivery.properties;
  const offered = destinations
    .slice(0, MAX.destinations)
    .map(option => ({ const: option.key, title: destinationName(option) }));
  const anyOf = [...offered, ...destination.anyOf.filter(one => 'type' in one)];
  const properties = { ...delivery.properties, destination: { ...destination, anyOf } };
  const changed = { ...delivery, properties };
  return { ...SETTINGS_SCHEMA, properties: { ...SETTINGS_SCHEMA.properties, delivery: changed } };
});

function destinationName({
  key,
  label,
  connection,
}: NonNullable<DeliveryOptions['destinations']>[number]): string {
  const name = plainText(label || key, MAX.name);
  const state = connection === 'unknown' ? '' : plainText(connection ?? '', MAX.name).replaceAll('_', ' ');
  return state === '' || state === 'connected' ? name : `${name} (${state})`;
}

function isRecorded(step: JsonNode, flow: JsonNode | undefined): boolean | undefined {
  const value = propertyOf(step, 'recordingEnabled');
  const mode = propertyOf(propertyOf(flow, 'recordingPolicy'), 'mode')?.value;
  return value || mode === 'selected_steps' ? value?.value === true : undefined;
}
