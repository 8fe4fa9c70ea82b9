import type { FlowCatalog, NamedReference } from '../flow/catalog.ts';
import { counted } from '../util/counted.ts';
import type { FlowDifference } from '../flow/compare/difference.ts';
import { describeDifference, settingText } from '../flow/compare/differenceText.ts';
import { type FlowMeaning, SETTINGS, shownParams, type StepMeaning } from '../flow/compare/flowMeaning.ts';
import { findNamedReference } from '../flow/findNamedReference.ts';
import { templateExpressions } from '../flow/template.ts';
import { hideSecretsInText } from '../util/secretText.ts';
import { plainText } from '../util/plainText.ts';
import { ToolError } from './tool.ts';

/** The maximum length of a line of a question. */
const MAX_LINE_LENGTH = 300;
/** The maximum length of a name in a question. */
const MAX_NAME_LENGTH = 100;
/** The maximum number of lines about steps and other changes; the rest is counted by kind. */
const MAX_LINES = 40;
/** The maximum number of hosts, devices, and apps, which are never left out; a call with more is refused. */
const MAX_NAMED = 100;
/** The methods of actions whose runs use a language model. */
const PAID = /^(?:task|agent)\./;
/** Names of parameters that hold an address. */
const ADDRESS_NAME =
  /(?:^|[a-z_-])(?:url|uri|href|src|address|endpoint|host|hostname|domain|server|proxy|origin|link|webhook)(?:e?s)?$/i;
const APP_NAME = /^(?:app|package|packagename|bundle|bundleid|appid)$/i;
/** An address and its user name, host, and port. Programs accept any number of slashes of both kinds. */
const ADDRESS = /(?<![a-z\d])(?:(?:https?|wss?|ftp):[/\\]*)([^\s"'<>/\\?#]+)[^\s"'<>]*/gi;
const OPEN_ADDRESS = 'an address that is known only during the run';

/** Hides the secrets of a file in the texts of steps and settings, but never in what a question must name. */
type Hide = (text: string) => string;

/** Returns one line of a question: plain, without links, and with the middle cut out of a long text. */
export function questionLine(text: string, most = MAX_LINE_LENGTH): string {
  return plainText(text, most).replaceAll('](', '] (').trim();
}

/** Returns a name in quotation marks. The name has none itself, so that it cannot pretend to end. */
export function quotedName(name: string): string {
  return `“${questionLine(hideSecretsInText(name), MAX_NAME_LENGTH).replaceAll(/[“”„‟"]/g, "'")}”`;
}

/** Returns what a flow does: how it starts, where, the hosts and apps that it uses, its settings, and its steps. */
export function flowLines(
  flow: FlowMeaning,
  catalog: FlowCatalog,
  hide: Hide = text => text,
): readonly string[] {
  return [
    ...requestLines(flow, catalog),
    startLine(flow, catalog),
    deviceLine('Devices', idsOf(flow.settings.deviceIds), catalog),
    ...appLines(flow.steps),
    ...paidLines(flow.steps, catalog),
    ...SETTINGS.flatMap(name => {
      const value = flow.settings[name];
      if (['name', 'triggerId', 'deviceIds'].includes(name) || value === undefined || value === false)
        return [];
      return [questionLine(settingText(name, hideIn(value, hide)))];
    }),
    ...stepLines(flow.steps, catalog).map(hide),
  ];
}

/**
 * Returns the changes of a flow, the most important first: the hosts that the new flow calls, what is deleted, its devices
 * and other settings, and its steps.
 */
export function changeLines(
  differences: readonly FlowDifference[],
  { former, flow }: { readonly former: FlowMeaning | undefined; readonly flow: FlowMeaning },
  catalog: FlowCatalog,
  hide: Hide = text => text,
): readonly string[] {
  const settings = differences.filter(one => one.kind === 'setting');
  const removed = differences.filter(({ kind }) => kind === 'removed');
  const others = differences.filter(({ kind }) => kind !== 'setting' && kind !== 'removed');
  const [before, after] = [idsOf(former?.settings.deviceIds), idsOf(flow.settings.deviceIds)];
  return [
    ...requestLines(flow, catalog, former),
    ...limited(removed.map(lineOf), 'removed steps'),
    ...(before.join() === after.join()
      ? []
      : [deviceLine('Devices before', before, catalog), deviceLine('Devices from then on', after, catalog)]),
    ...settings
      .filter(({ setting }) => setting !== 'deviceIds')
      .map(one => lineOf({ ...one, before: hideIn(one.before, hide), after: hideIn(one.after, hide) })),
    ...newApps(flow, former),
    ...limited(others.flatMap(splitChange).map(lineOf).map(hide), 'changes of steps'),
  ];
}

/** Counts the steps that use a language model, which costs money. */
export function paidSteps(steps: readonly StepMeaning[], catalog: Pick<FlowCatalog, 'action'>): number {
  return allSteps(steps).filter(({ actionId }) => PAID.test(catalog.action(actionId)?.method ?? '')).length;
}

function paidLines(steps: readonly StepMeaning[], catalog: FlowCatalog): readonly string[] {
  const paid = paidSteps(steps, catalog);
  if (paid === 0) return [];
  const which = counted(paid, 'step uses', 'steps use');
  return [`${which} a language model, which costs money with every run.`];
}

function startLine({ settings }: FlowMeaning, catalog: FlowCatalog): string {
  const trigger = findNamedReference('trigger', String(settings.triggerId), catalog);
  if (!trigger) return 'It is started by its trigger.';
  return `It is started by the trigger ${quotedName(trigger.name)}${detailText(trigger)}.`;
}

/** Returns the detail of a trigger or webhook in parentheses; it has the host of a webhook with a description. */
function detailText(reference: NamedReference | undefined): string {
  return reference?.detail ? ` (${questionLine(reference.detail, MAX_NAME_LENGTH)})` : '';
}

function deviceLine(label: string, ids: readonly string[], catalog: FlowCatalog): string {
  if (ids.length === 0) return `${label}: none.`;
  const names = requireFew(ids, 'devices').map(id =>
    quotedName(findNamedReference('device', id, catalog)?.name ?? id),
  );
  return `${label} (${ids.length}): ${names.join(', ')}.`;
}

/** Names every host that a flow calls, and every endpoint that it sends events to. */
function requestLines(flow: FlowMeaning, catalog: FlowCatalog, former?: FlowMeaning): readonly string[] {
  const known = new Set(former ? hostsOf(former) : []);
  const hosts = requireFew(hostsOf(flow), 'hosts');
  const mark = (host: string): string => (former && !known.has(host) ? `${host} (new)` : host);
  const endpoints = requireFew(
    [...new Set(endpointsOf(flow))].map(id => {
      const webhook = findNamedReference('webhook', id, catalog);
      return `${quotedName(webhook?.name ?? id)}${detailText(webhook)}`;
    }),
    'webhooks',
  );
  return [
    ...(hosts.length === 0 ? [] : [`It uses these hosts: ${hosts.map(mark).join(', ')}.`]),
    ...(endpoints.length === 0 ? [] : [`It sends events to these webhooks: ${endpoints.join(', ')}.`]),
  ];
}

function hostsOf({ steps }: FlowMeaning): readonly string[] {
  const found = new Set<string>();
  for (const { params } of allSteps(steps)) eachText(params, '', (name, text) => addHosts(found, name, text));
  return [...found].toSorted();
}

function addHosts(found: Set<string>, name: string, text: string): void {
  // Programs that read an address leave out these characters, also within its scheme.
  const plain = text.replaceAll(/[\t\n\r]/g, '').trim();
  for (const [address, authority = ''] of [...text.matchAll(ADDRESS), ...plain.matchAll(ADDRESS)])
    found.add((isTemplate(authority) ? undefined : hostOf(address)) ?? OPEN_ADDRESS);
  if (!ADDRESS_NAME.test(name) || plain === '') return;
  // A template at the beginning can change which part of the rest is the host.
  const [whole, authority = ''] = /^[a-z][a-z\d+.-]*:[/\\]*([^/\\?#]*)/i.exec(plain) ?? [];
  if (isTemplate(whole === undefined ? plain : authority)) found.add(OPEN_ADDRESS);
  const host = hostOf(plain) ?? (whole === undefined ? hostOf(`https://${plain}`) : undefined);
  // Without a scheme, one word is hardly a host, and some services take the rest for one.
  if (host !== undefined && /[.:]/.test(host)) found.add(host);
}

function isTemplate(text: string): boolean {
  return text.includes('{{') || templateExpressions(text).length > 0;
}

/** Returns the host of an address as it is called; undefined if there is none. */
function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host } = new URL(address);
  return host === '' || host.includes('{') ? undefined : questionLine(host);
}

function endpointsOf({ steps, settings }: FlowMeaning): readonly string[] {
  const found: string[] = [];
  for (const { params } of allSteps(steps))
    eachText(params, '', (name, text) => void (/^webhook_?id$/i.test(name) && found.push(text)));
  const { notifyWebhookId } = settings;
  return typeof notifyWebhookId === 'string' ? [...found, notifyWebhookId] : found;
}

function appLines(steps: readonly StepMeaning[]): readonly string[] {
  const apps = appsOf(steps);
  return apps.length === 0 ? [] : [`Apps: ${apps.join(', ')}.`];
}

function newApps(flow: FlowMeaning, former: FlowMeaning | undefined): readonly string[] {
  const known = appsOf(former?.steps ?? []);
  const apps = appsOf(flow.steps).filter(app => !known.includes(app));
  return apps.length === 0 ? [] : [`New apps: ${apps.join(', ')}.`];
}

function appsOf(steps: readonly StepMeaning[]): readonly string[] {
  const found = new Set<string>();
  for (const { params } of allSteps(steps))
    eachText(params, '', (name, text) => void (APP_NAME.test(name) && found.add(quotedName(text))));
  return requireFew([...found].toSorted(), 'apps');
}

function stepLines(steps: readonly StepMeaning[], catalog: FlowCatalog): readonly string[] {
  const all = allSteps(steps);
  const head = all.length === 0 ? 'It has no steps.' : `It has ${counted(all.length, 'step')}:`;
  if (all.length > MAX_LINES) {
    const counts = Map.groupBy(all, ({ actionId }) => catalog.action(actionId)?.name ?? 'unknown action');
    const kinds = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
    const shown = kinds.slice(0, MAX_LINES).map(([name, { length }]) => `${length} × ${quotedName(name)}`);
    const more = kinds.length > MAX_LINES ? [`${kinds.length - MAX_LINES} other actions`] : [];
    return [head, ...shown, ...more];
  }
  return [head, ...numbered(steps, catalog, '')];
}

function numbered(steps: readonly StepMeaning[], catalog: FlowCatalog, parent: string): readonly string[] {
  return steps.flatMap((step, index) => {
    const number = `${parent}${index + 1}`;
    const action = catalog.action(step.actionId)?.name;
    const which = action === undefined || action === step.name ? '' : ` (${quotedName(action)})`;
    const params = shownParams(step);
    const values = Object.keys(params).length === 0 ? '' : ` ${JSON.stringify(params)}`;
    const line = questionLine(`${number}. ${quotedName(step.name)}${which}${values}`);
    return [line, ...numbered(step.children, catalog, `${number}.`)];
  });
}

function limited(lines: readonly string[], kind: string): readonly string[] {
  const more = lines.length - MAX_LINES;
  return more <= 0 ? lines : [...lines.slice(0, MAX_LINES), `${more} more ${kind} are not listed here.`];
}

/** Splits the change of a step into one for each value, so that each has its line. */
function splitChange(difference: FlowDifference): readonly FlowDifference[] {
  if (difference.kind !== 'changed') return [difference];
  return difference.changes.map(change => ({ ...difference, changes: [change] }));
}

function lineOf(difference: FlowDifference): string {
  return questionLine(describeDifference(difference));
}

function hideIn(value: unknown, hide: Hide): unknown {
  return typeof value === 'string' ? hide(hideSecretsInText(value)) : value;
}

function allSteps(steps: readonly StepMeaning[]): readonly StepMeaning[] {
  return steps.flatMap(step => [step, ...allSteps(step.children)]);
}

function eachText(value: unknown, name: string, visit: (name: string, text: string) => void): void {
  if (typeof value === 'string') visit(name, value);
  else if (Array.isArray(value)) for (const item of value) eachText(item, name, visit);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) eachText(inner, key, visit);
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function requireFew(names: readonly string[], kind: string): readonly string[] {
  if (names.length <= MAX_NAMED) return names;
  throw new ToolError(
    `The flow uses ${names.length} ${kind}, too many to show them to the user, so nothing was changed. Split the flow, or ask the user to do this in the editor.`,
  );
}
