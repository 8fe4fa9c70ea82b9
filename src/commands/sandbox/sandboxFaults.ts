import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import { pages } from '../../client/pages.ts';
import type { Fault, FaultRule, LayoutFault } from '../../contract/sandbox/fault.ts';
import { dialogs } from '../../host/dialogs.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { duplicate, FAULT_PRESETS, type FaultPreset, rulesOf, tooMany } from '../../stores/faultPresets.ts';
import {
  EVERY_CALL,
  faultText,
  LAYOUT_CHANGES,
  LAYOUT_LANGUAGES,
  locationOf,
  ruleText,
} from '../../stores/faultText.ts';
import { durationText, readDuration } from '../../util/duration.ts';
import { askNumber, chooseId, done } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import type { CommandRow } from '../../contributions/command.ts';
import type { ParsedOf } from '../../contributions/commands.ts';
import type { Command } from '../../manifest.ts';
import { inSandbox } from './sandboxClient.ts';

const MAX_DELAY_MS = 120_000;
const MAX_WAIT_S = 3600;
const MAX_CALLS = 1000;
const PAGE_SIZE = 100;
const EVERY_DEVICE = '*';

type Pick<T> = vscode.QuickPickItem & { readonly value: T };

const MALFORMED: readonly Pick<Fault>[] = [
  { label: 'No JSON', detail: 'A body that is not JSON', value: { kind: 'malformedJson' } },
  { label: 'A Page', detail: 'The sign-in page of a network', value: { kind: 'html' } },
  { label: 'Nothing', detail: 'A success without the promised body', value: { kind: 'emptyBody' } },
  { label: 'Half an Answer', detail: 'The connection closes halfway', value: { kind: 'halfBody' } },
];

const DUPLICATES: readonly Pick<Fault>[] = [
  { label: 'Retryable', detail: 'x-should-retry: true, Retry-After: 1', value: duplicate(true) },
  { label: 'Not Retryable', detail: 'x-should-retry: false', value: duplicate(false) },
];

/** Prompts for a fault, the calls that it affects and how often, and adds it to the sandbox. */
export const addFault = inSandbox(async (services, client, row: CommandRow | undefined) => {
  const preset = await choosePreset(row);
  if (!preset) return;
  const fault = await askFault(services, preset);
  const calls = fault && (await askCalls(services, preset));
  const often = calls && (await askTimes(preset));
  if (!often) return;
  const body = { name: preset.name, fault, ...calls, ...often };
  await client.addFault({ body });
  await services.sandboxStore.refresh();
  done(`${preset.name} in the sandbox: ${ruleText(body)}.`);
});

/** Switches a fault on with its default rule, or off by removing all of its rules. */
export const switchFault = inSandbox(
  async (services, client, { row, isOn }: ParsedOf<typeof Command.switchFault>) => {
    if (!row) return;
    const preset = presetOf(row.record.id);
    if (preset && isOn) await client.addFault({ body: { name: preset.name, ...preset.rule } });
    if (!isOn) {
      const { data } = (await client.listFaults({})).value;
      const rules = preset ? rulesOf(preset, data) : data.filter(({ id }) => id === row.record.id);
      for (const { id: faultId } of rules) await client.removeFault({ params: { faultId } });
    }
    await services.sandboxStore.refresh();
  },
);

export const liftFaults = inSandbox(async (services, client) => {
  await client.clearFaults({});
  await services.sandboxStore.refresh();
  done('The sandbox answers without faults.');
});

function presetOf(kind: string): FaultPreset | undefined {
  return FAULT_PRESETS.find(preset => preset.kind === kind);
}

async function choosePreset(row: CommandRow | undefined): Promise<FaultPreset | undefined> {
  const meant = row && presetOf(row.record.id);
  if (meant) return meant;
  const items = FAULT_PRESETS.map(preset => ({
    label: `$(${preset.icon}) ${preset.name}`,
    description: faultText(preset.rule.fault),
    preset,
  }));
  return (await dialogs.showQuickPick(items, { title: 'Add Sandbox Fault' }))?.preset;
}

async function askFault(services: Services, { kind, name, rule }: FaultPreset): Promise<Fault | undefined> {
  switch (kind) {
    case 'slow':
      return askDelay(name);
    case 'tooMany':
      return askWait(name);
    case 'malformed':
      return (await dialogs.showQuickPick(MALFORMED, { title: `${name}: Answer` }))?.value;
    case 'duplicate':
      return (await dialogs.showQuickPick(DUPLICATES, { title: name }))?.value;
    case 'anotherLayout':
      return askLayout(services, name);
    case 'slowScreens':
      return askSlowScreens(services, name);
    case 'mailboxesDisabled':
    case 'reset':
    case 'withoutLocation':
      return rule.fault;
  }
}

async function askLayout(services: Services, name: string): Promise<LayoutFault | undefined> {
  const picked = await dialogs.showQuickPick(LAYOUT_CHANGES, {
    title: `${name}: Differences`,
    placeHolder: 'Choose how the apps differ',
    canPickMany: true,
  });
  if (!picked || picked.length === 0) return undefined;
  const changes = picked.map(({ change }) => change);
  const language = changes.includes('translated') ? await askLanguage(name) : {};
  const device = language && (await askDevice(services, name));
  return language && device && { kind: 'layout', changes, ...language, ...device };
}

async function askSlowScreens(services: Services, name: string): Promise<Fault | undefined> {
  const milliseconds = await askTime(
    `${name}: Loading Time`,
    'Time that an app needs to show a screen',
    2000,
  );
  const device = milliseconds === undefined ? undefined : await askDevice(services, name);
  return milliseconds === undefined || !device ? undefined : { kind: 'slowScreen', milliseconds, ...device };
}

/** Asks for one device or all of them; returns undefined on cancel. */
async function askDevice(
  services: Services,
  name: string,
): Promise<{ readonly deviceId?: string } | undefined> {
  const deviceId = await chooseId(`${name}: Which One`, deviceChoices(services));
  if (deviceId === undefined) return undefined;
  return deviceId === EVERY_DEVICE ? {} : { deviceId };
}

async function askLanguage(name: string): Promise<{ readonly language: 'de' | 'pt' } | undefined> {
  const items = (['de', 'pt'] as const).map(language => ({ label: LAYOUT_LANGUAGES[language], language }));
  const picked = await dialogs.showQuickPick(items, { title: `${name}: Language` });
  return picked && { language: picked.language };
}

async function askDelay(name: string): Promise<Fault | undefined> {
  const milliseconds = await askTime(`${name}: Delay`, 'Time before each answer', 3000);
  return milliseconds === undefined ? undefined : { kind: 'latency', milliseconds };
}

async function askTime(title: string, prompt: string, byDefault: number): Promise<number | undefined> {
  const text = await dialogs.showInputBox({
    title,
    prompt: `${prompt}, such as 3 s or 500 ms`,
    value: durationText(byDefault),
    ignoreFocusOut: true,
    validateInput: value =>
      (readDuration(value) ?? Infinity) <= MAX_DELAY_MS
        ? undefined
        : `Enter a time up to ${durationText(MAX_DELAY_MS)}, such as 3 s or 500 ms.`,
  });
  return text === undefined ? undefined : (readDuration(text) ?? 0);
}

async function askWait(name: string): Promise<Fault | undefined> {
  const seconds = await askNumber({
    title: `${name}: Retry-After`,
    prompt: 'Seconds that the answer asks to wait',
    value: 5,
    min: 0,
    max: MAX_WAIT_S,
  });
  return seconds === undefined ? undefined : tooMany(seconds);
}

async function askCalls(
  services: Services,
  { name, reach, rule }: FaultPreset,
): Promise<Partial<FaultRule> | undefined> {
  const { operation, path } = rule;
  if (reach === 'screen') return {};
  if (reach === 'fixed') return operation === undefined ? { path } : { operation };
  if (reach === 'device') {
    const id = await chooseId(`${name}: Which One`, deviceChoices(services));
    return id === undefined ? undefined : { path: locationOf(id) };
  }
  const picked = await dialogs.showQuickPick(
    [
      { label: 'Every Call', which: 'every' },
      { label: 'Calls of One Operation…', which: 'operation' },
      { label: 'Calls by Path…', which: 'path' },
    ],
    { title: `${name}: Which Calls` },
  );
  switch (picked?.which) {
    case 'every':
      return { path: EVERY_CALL };
    case 'operation': {
      const id = await chooseId(`${name}: Operation`, operationChoices(), { anyId: true });
      return id === undefined ? undefined : { operation: id };
    }
    case 'path': {
      const pattern = await dialogs.showInputBox({
        title: `${name}: Path`,
        prompt: '* stands for one part, ** for any number of them',
        value: '/v1/devices/**',
        ignoreFocusOut: true,
        validateInput: value =>
          /^\/\S+$/.test(value.trim()) ? undefined : 'Enter a path such as /v1/devices/**.',
      });
      return pattern === undefined ? undefined : { path: pattern.trim() };
    }
    default:
      return undefined;
  }
}

async function askTimes({ name, reach }: FaultPreset): Promise<{ readonly times?: number } | undefined> {
  if (reach === 'screen') return {};
  const picked = await dialogs.showQuickPick(
    [
      { label: 'Until I Turn It Off', times: undefined, ask: false },
      { label: 'For the Next Call', times: 1, ask: false },
      { label: 'For the Next Calls…', detail: 'Retries count too', times: undefined, ask: true },
    ],
    { title: `${name}: How Often` },
  );
  if (!picked) return undefined;
  const times = picked.ask
    ? await askNumber({
        title: `${name}: How Often`,
        prompt: 'Number of calls that fail',
        value: 3,
        min: 1,
        max: MAX_CALLS,
      })
    : picked.times;
  if (times !== undefined) return { times };
  return picked.ask ? undefined : {};
}

async function* deviceChoices({ clients }: Services): AsyncGenerator<readonly Choice[]> {
  yield [{ id: EVERY_DEVICE, label: 'Every Device' }];
  // The views may show another connection, but faults concern devices of the sandbox.
  const client = await clients.open(SANDBOX, () => undefined);
  if (!client) return;
  const query = { pageSize: PAGE_SIZE };
  yield* choicesOf(pages(client.listDevices, { query }), ({ id, name, state }) => ({
    id,
    label: name ?? id,
    description: state ?? '',
  }));
}

async function operationChoices(): Promise<Choice[]> {
  const { operations } = await import('../../contract/operations.ts');
  return Object.entries(operations).map(([id, { summary, method, path }]) => ({
    id,
    label: summary,
    description: id,
    detail: `${method} ${path}`,
  }));
}
