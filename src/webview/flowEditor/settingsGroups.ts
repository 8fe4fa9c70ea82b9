import type { FormNode } from '../../flow/form/formNode.ts';

/** A titled group of settings. */
interface SettingsGroup {
  readonly title: string;
  readonly parts: readonly FormNode[];
}

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['General', ['name', 'description', 'enabled']],
  ['Trigger and devices', ['triggerId', 'deviceIds', 'cooldownSeconds', 'cooldownScope']],
  ['Notifications', ['notifyOnSuccess', 'notifyOnFailure', 'notifyWebhookId']],
  ['Watching and healing', ['healthMonitoringEnabled', 'selfHealingEnabled', 'selfHealingMaxAttempts']],
  ['Recording and delivery', ['recordingPolicy', 'recordingEnabled', 'delivery']],
];

/** Groups the settings of a flow (spec 4.4); ungrouped ones come last, under “Other”. */
export function groupSettings(parts: readonly FormNode[]): readonly SettingsGroup[] {
  const named = GROUPS.map(([title, names]) => ({
    title,
    parts: names.flatMap(name => parts.find(({ path }) => path[0] === name) ?? []),
  }));
  const shown = new Set(named.flatMap(group => group.parts));
  const others = parts.filter(part => !shown.has(part));
  return [...named, { title: 'Other', parts: others }].filter(group => group.parts.length > 0);
}
