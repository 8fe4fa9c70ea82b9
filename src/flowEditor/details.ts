import type { Flow } from '../contract/records/flow.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { type StepModel, textOf } from '../flow/document/entryModel.ts';
import { propertyOf, valueOf } from '../flow/document/jsonTree.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { childSchema, entrySchema, settingsSchema } from '../flow/envelopeSchema.ts';
import type { FormNode } from '../flow/form/formNode.ts';
import { describeForm } from '../flow/form/describeForm.ts';
import type { SchemaReaders } from '../flow/schema/schemaReaders.ts';
import { nodesWithin } from '../flow/form/childNodes.ts';
import { referencesOfKind } from '../flow/referenceKind.ts';
import { SERVICE_LABELS } from '../wording/serviceLabels.ts';
import type { SettingsDetails, StepDetails } from '../protocol/flowEditor.ts';
import { isObject } from '../util/isObject.ts';
import { without } from '../util/without.ts';
import type { FlowReading } from './flowReading.ts';
import { knownReferences, type ReferenceSources, findReference } from './flowReferences.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type { PlacedStep } from './stepCards.ts';

/** Returns the inspector content for a step: its fields, and a form for its parameters, from the schema of its action. */
export function createStepDetails(
  { step, model }: PlacedStep,
  reading: FlowReading,
  catalog: FlowCatalog,
  forms: SchemaReaders,
  attempts: StepDetails['attempts'] = [],
): StepDetails {
  const actionId = textOf(model.actionId) ?? '';
  const action = catalog.action(actionId);
  const schema = action?.paramsSchema ?? undefined;
  const others = findUnknownFields(model);
  const form = describeForm(forms.get(schema), {
    ownValue: model.params && valueOf(model.params),
    inherited: action?.params,
  });
  return {
    kind: 'step',
    step,
    actionId,
    action: action?.name ?? '',
    description: action?.description ?? '',
    service: SERVICE_LABELS[action?.service ?? '']?.label ?? action?.service ?? '',
    method: action?.method ?? '',
    nameOverride: textOf(propertyOf(model.node, 'nameOverride')) ?? '',
    continueOnError: propertyOf(model.node, 'continueOnError')?.value === true,
    known: action !== undefined || !catalog.isComplete,
    schema: schema !== undefined ? 'given' : action ? 'none' : 'unknown',
    attempts,
    things: findReferences(form, catalog),
    form,
    problems: reading.problems.filter(problem => sameStep(problem.step, step)),
    expressions: suggestExpressions(step),
    others: others && describeForm(forms.get(UNKNOWN_FIELDS_SCHEMA), { ownValue: others }),
  };
}

/** The number of earlier steps whose expressions are offered. */
const MAX_EARLIER_STEPS = 5;

/** Returns template expressions that can have a value when a step runs; the user completes those that contain `.}}`. */
export function suggestExpressions([entry, child]: StepPath): readonly string[] {
  const before = Array.from({ length: Math.min(entry, MAX_EARLIER_STEPS) }, (_, index) => entry - 1 - index);
  return [
    '{{trigger.payload.}}',
    ...before.map(step => `{{steps[${step}].output.}}`),
    ...(child === undefined ? [] : ['{{item}}', '{{index}}']),
    '{{device.id}}',
    '{{flow.name}}',
    '{{execution.id}}',
  ];
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
  const all = Object.keys(overrides).length > 0 ? { ...others, overrides } : others;
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Returns the resources that a form references, with their names, as far as the catalog lists them. */
function findReferences(form: FormNode, catalog: FlowCatalog): StepDetails['things'] {
  return nodesWithin(form).flatMap(({ thing: kind, value }) => {
    const known = kind && referencesOfKind(kind, catalog);
    const named = known?.find(({ id }) => id === value?.value);
    return named ? [named] : [];
  });
}

/** Returns the inspector content for the flow settings. */
export function createSettingsDetails(
  reading: FlowReading,
  sources: ReferenceSources,
  forms: SchemaReaders,
  flow?: Pick<Flow, 'enabled'>,
): SettingsDetails {
  const { root } = reading.document.envelope;
  const envelope = root && valueOf(root);
  const value = isObject(envelope) ? without(envelope, ['actions']) : {};
  const { deviceIds } = value;
  const ids: readonly unknown[] = Array.isArray(deviceIds) ? deviceIds : [];
  const devices = knownReferences('deviceIds', sources);
  return {
    kind: 'settings',
    form: withServiceState(describeForm(forms.get(SETTINGS_SCHEMA), { ownValue: value }), flow),
    trigger: findReference(value['triggerId'], knownReferences('triggerId', sources)),
    devices: ids.flatMap((id, index) => {
      const device = findReference(id, devices);
      return device ? [{ ...device, index }] : [];
    }),
    webhook: findReference(value['notifyWebhookId'], knownReferences('notifyWebhookId', sources)),
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
