import type { FieldChange, FlowDifference, StepPlace } from './difference.ts';
import type { SettingName } from './flowMeaning.ts';

const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  name: 'The name',
  description: 'The description',
  triggerId: 'The trigger',
  deviceIds: 'The set of devices',
  cooldownScope: 'The scope of the cooldown',
  cooldownSeconds: 'The cooldown in seconds',
  healthMonitoringEnabled: 'Health monitoring',
  notifyOnSuccess: 'Notifying of success',
  notifyOnFailure: 'Notifying of failure',
  notifyWebhookId: 'The notified webhook',
  recordingEnabled: 'Recording',
  selfHealingEnabled: 'Self-healing',
  selfHealingMaxAttempts: 'The most attempts at self-healing',
};
const LONGEST_VALUE = 80;

/** A difference as sentences, such as `Step 2 “Tap”: params.x is 20, was 10.` */
export function differenceText(difference: FlowDifference): string {
  switch (difference.kind) {
    case 'setting':
      return `${SETTING_WORDS[difference.setting]} ${change(difference)}.`;
    case 'added':
      return `Step ${placeText(difference.at)} “${difference.name}” is new.`;
    case 'removed':
      return `The former step ${placeText(difference.at)} “${difference.name}” is gone.`;
    case 'moved':
      return `Step ${placeText(difference.at)} “${difference.name}” was step ${placeText(difference.from)}.`;
    case 'changed': {
      const { at, name, changes } = difference;
      return `Step ${placeText(at)} “${name}”: ${changes.map(fieldText).join('; ')}.`;
    }
  }
}

/** The number of a step as people count, such as `2` or `2.1`. */
export function placeText({ number, child }: StepPlace): string {
  return child === undefined ? `${number}` : `${number}.${child}`;
}

function fieldText({ field, path, before, after }: FieldChange): string {
  const names = path.map(one => (typeof one === 'number' ? `[${one}]` : `.${one}`));
  return `${field}${names.join('')} ${change({ before, after })}`;
}

function change({ before, after }: { readonly before: unknown; readonly after: unknown }): string {
  if (after === undefined) return `is gone, was ${short(before)}`;
  return before === undefined ? `is new: ${short(after)}` : `is ${short(after)}, was ${short(before)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}
