import { createCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

/** The action “Set location” of the samples, with the parameters `latitude` and `longitude`. */
export const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';
/** An action whose schema cannot be used. */
export const BROKEN = '11111111-1111-4111-8111-111111111111';
/** An action with a keyword that cannot be read. */
export const UNREAD = '44444444-4444-4444-8444-444444444444';
/** An action whose own parameters do not match its schema. */
export const FIXED = '22222222-2222-4222-8222-222222222222';
/** An action that accepts any parameters. */
export const FREE = '33333333-3333-4333-8333-333333333333';
/** The samples of a connection, with all their actions. */
export const samples = sampleCatalog();
/** The same things, and these actions only. */
export const catalog = createCatalog(
  [
    { id: BROKEN, name: 'Broken', paramsSchema: { type: 'nothing' } },
    {
      id: FIXED,
      name: 'Fixed',
      params: { size: 5 },
      paramsSchema: { properties: { size: { maximum: 3 } } },
    },
    { id: FREE, name: 'Free' },
    {
      id: UNREAD,
      name: 'Unread',
      paramsSchema: { properties: { texts: { items: { pattern: '\\Aa' } }, size: { type: 'number' } } },
    },
    samples.action(LOCATE)!,
  ],
  {
    devices: samples.devices,
    triggers: samples.triggers,
    webhooks: samples.webhooks,
    mailboxes: samples.mailboxes,
    apps: samples.apps,
  },
);
/** A trigger that is known. */
export const trigger = samples.triggers![0]!.id;

/** Returns the findings, each as `code severity «marked text»: sentence`. */
export function found(text: string, known = catalog): string[] {
  const problems = checkFlow(parseFlow(text), known);
  return problems.map(
    ({ code, severity, start, end, message }) =>
      `${code} ${severity} «${text.slice(start, end)}»: ${message}`,
  );
}

/** Returns a valid step as text, followed by more fields. */
export function step(position: number, more = ''): string {
  return `{"actionId":"${LOCATE}","position":${position},"overrides":{"params":{"latitude":1,"longitude":2}}${more}}`;
}

/** A flow as text: settings that end with a comma, and steps. */
export function flow(settings: string, ...steps: string[]): string {
  return `{"name":"A","triggerId":"${trigger}",${settings}"actions":[${steps.join()}]}`;
}
