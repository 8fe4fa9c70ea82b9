import { hideSecretsInText } from '../../util/secretText.ts';
import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import { RECORDING_LABELS } from '../envelopeSchema.ts';
import { pathText } from '../pathText.ts';
import type { FieldChange, FlowDifference, StepNumber } from './difference.ts';
import type { SettingName } from './flowMeaning.ts';

const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  name: 'Name',
  description: 'Description',
  triggerId: 'Trigger',
  deviceIds: 'Devices',
  cooldownScope: 'Cooldown scope',
  cooldownSeconds: 'Cooldown (seconds)',
  healthMonitoringEnabled: 'Health monitoring',
  notifyOnSuccess: 'Notify on success',
  notifyOnFailure: 'Notify on failure',
  notifyWebhookId: 'Notification webhook',
  recordingPolicy: 'Recording',
  delivery: 'Delivery',
  selfHealingEnabled: 'Self-healing',
  selfHealingMaxAttempts: 'Maximum self-healing attempts',
};
const RECORDING_WORDS = new Map(Object.entries(RECORDING_LABELS));
const FIELD_WORDS: Readonly<Record<Exclude<FieldChange['field'], 'params'>, string>> = {
  nameOverride: 'the name',
  recordingEnabled: '“Record this step”',
  continueOnError: '“Continue on error”',
  actionId: 'the action',
  key: 'the key',
};
const MAX_VALUE_LENGTH = 80;

/** Returns the name of a resource by its ID, if known. */
export type NameOf = (id: string) => string | null | undefined;

/**
 * Describes a difference, such as `Devices: none → Pixel phone` or `Step 2 “Tap”: params.x is 20, was 10.`, with the
 * names of known devices.
 */
export function describeDifference(difference: FlowDifference, nameOf: NameOf = () => undefined): string {
  switch (difference.kind) {
    case 'setting': {
      const { setting, before, after } = difference;
      const format = (value: unknown): string =>
        formatSetting(setting, setting === 'deviceIds' ? replaceIdsByNames(value, nameOf) : value);
      const [old, now] = [format(before), format(after)];
      return `${SETTING_WORDS[setting]}: ${old === now ? changedSecret(now) : `${old} → ${now}`}`;
    }
    case 'added':
      return `Step ${placeText(difference.at)} “${difference.name}” is new.`;
    case 'removed':
      return `The former step ${placeText(difference.at)} “${difference.name}” is gone.`;
    case 'moved':
      return `Step ${placeText(difference.at)} “${difference.name}” was step ${placeText(difference.from)}.`;
    case 'changed': {
      const { at, name, changes } = difference;
      return `Step ${placeText(at)} “${name}”: ${changes.map(describeField).join('; ')}.`;
    }
  }
}

/** Returns a setting with its value, such as `Recording: the whole run`. */
export function settingText(setting: SettingName, value: unknown): string {
  return `${SETTING_WORDS[setting]}: ${formatSetting(setting, value)}`;
}

/** Formats the number of a step, such as `2` or `2.1`. */
function placeText({ number, child }: StepNumber): string {
  return child === undefined ? `${number}` : `${number}.${child}`;
}

function describeField({ field, path, before, after }: FieldChange): string {
  const words = field === 'params' ? hideSecretsInText(pathText([field, ...path])) : FIELD_WORDS[field];
  return `${words} ${describeChange({ before, after })}`;
}

function describeChange({ before, after }: Pick<FieldChange, 'before' | 'after'>): string {
  // Only what is hidden differs.
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(after))
    return `is ${changedSecret(abbreviateJson(after))}`;
  if (after === undefined) return `is gone, was ${abbreviateJson(before)}`;
  return before === undefined
    ? `is new: ${abbreviateJson(after)}`
    : `is ${abbreviateJson(after)}, was ${abbreviateJson(before)}`;
}

function changedSecret(shown: string): string {
  return `${shown} (the hidden value changed)`;
}

function replaceIdsByNames(value: unknown, nameOf: NameOf): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((id: unknown) => (typeof id === 'string' ? (nameOf(id) ?? id) : id));
}

function formatSetting(setting: SettingName, value: unknown): string {
  if (setting === 'delivery' && isObject(value)) return deliveryText(value);
  if (setting === 'recordingPolicy') return recordingText(memberOf(value, 'mode'));
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const texts = Array.isArray(value) ? value : [value];
  return truncate(texts.map(quoteless).join(', '));
}

// JSON escapes keep line breaks out of the line.
function quoteless(value: unknown): string {
  return JSON.stringify(value).replace(/^"(.*)"$/, '$1');
}

function deliveryText({ destination, folder, recording, screenshots }: JsonObject): string {
  const filename = memberOf(recording, 'filename');
  const parts = [
    ...(destination === undefined ? [] : [quoteless(destination)]),
    ...(folder === undefined ? [] : [`folder ${quoteless(folder)}`]),
    ...(filename === undefined ? [] : [`recording ${quoteless(filename)}`]),
    ...(screenshots === undefined ? [] : ['screenshots']),
  ];
  return truncate(parts.join(', '));
}

function recordingText(mode: unknown): string {
  return typeof mode === 'string' ? (RECORDING_WORDS.get(mode) ?? mode) : 'none';
}

function abbreviateJson(value: unknown): string {
  return value === undefined ? 'nothing' : truncate(JSON.stringify(value));
}

function truncate(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}
