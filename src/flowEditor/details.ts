import type { FlowCatalogue } from '../flow/catalogue.ts';
import { textOf } from '../flow/document/entryModel.ts';
import { propertyOf, valueOf } from '../flow/document/jsonTree.ts';
import { settingsSchema } from '../flow/envelopeSchema.ts';
import { describeForm } from '../flow/form/describeForm.ts';
import type { FormSchemas } from '../flow/form/formSchemas.ts';
import { SERVICE_LOOKS } from '../host/serviceLooks.ts';
import type { SettingsDetails, StepDetails } from '../protocol/flowEditor.ts';
import { isObject } from '../util/isObject.ts';
import { without } from '../util/without.ts';
import { expressionsFor } from './expressions.ts';
import type { FlowReading } from './flowReader.ts';
import { otherFields } from './otherFields.ts';
import { knownThings, type ThingSources, thingOf } from './flowThings.ts';
import { type PlacedStep, sameStep } from './stepCards.ts';

/** What the inspector shows of a step: its fields, and a form for its parameters by the schema of its action. */
export function stepDetails(
  { step, model }: PlacedStep,
  reading: FlowReading,
  catalogue: FlowCatalogue,
  forms: FormSchemas,
): StepDetails {
  const actionId = textOf(model.actionId) ?? '';
  const action = catalogue.action(actionId);
  const schema = action?.paramsSchema ?? undefined;
  const others = otherFields(model);
  return {
    kind: 'step',
    step,
    actionId,
    action: action?.name ?? '',
    description: action?.description ?? '',
    service: SERVICE_LOOKS[action?.service ?? '']?.label ?? action?.service ?? '',
    method: action?.method ?? '',
    nameOverride: textOf(propertyOf(model.node, 'nameOverride')) ?? '',
    continueOnError: propertyOf(model.node, 'continueOnError')?.value === true,
    known: action !== undefined || !catalogue.complete,
    hasSchema: schema !== undefined,
    form: describeForm(forms.get(schema), {
      own: model.params && valueOf(model.params),
      inherited: action?.params,
    }),
    problems: reading.problems.filter(one => sameStep(one.step, step)),
    expressions: expressionsFor(step),
    others: others && describeForm(forms.get(NOTHING_ELSE), { own: others }),
  };
}

/** What the inspector shows of a flow besides its steps. */
export function settingsDetails(
  reading: FlowReading,
  sources: ThingSources,
  forms: FormSchemas,
): SettingsDetails {
  const { root } = reading.document.skeleton;
  const whole = root && valueOf(root);
  const value = isObject(whole) ? without(whole, ['actions']) : {};
  const ids = Array.isArray(value['deviceIds']) ? (value['deviceIds'] as readonly unknown[]) : [];
  const devices = knownThings('deviceIds', sources);
  return {
    kind: 'settings',
    form: describeForm(forms.get(OWN_SETTINGS), { own: value }),
    trigger: thingOf(value['triggerId'], knownThings('triggerId', sources)),
    devices: ids.flatMap((id, index) => {
      const thing = thingOf(id, devices);
      return thing ? [{ ...thing, index }] : [];
    }),
    webhook: thingOf(value['notifyWebhookId'], knownThings('notifyWebhookId', sources)),
    problems: reading.problems.filter(({ step }) => step === undefined),
  };
}

/** A form of what is there and may be taken away, without a place for more. */
const NOTHING_ELSE = { type: 'object', additionalProperties: false };

/** The settings that the form shows. */
const OWN_SETTINGS = {
  ...settingsSchema,
  required: settingsSchema.required.filter(name => name !== 'actions'),
  properties: without(settingsSchema.properties, ['actions', '$schema']),
};
