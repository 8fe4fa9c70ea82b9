import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CreateFlow } from '../../src/contract/records/flow.ts';
import { checkFlow } from '../../src/flow/check/checkFlow.ts';
import { DIAGNOSTIC_TITLES } from '../../src/flow/document/diagnostic.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { demoDeviceId, demoDevices } from '../../src/sandbox/demo/devices.ts';
import { demoTriggers } from '../../src/sandbox/demo/triggers.ts';
import { demoWebhooks } from '../../src/sandbox/demo/webhooks.ts';
import type { JsonObject } from '../../src/util/isObject.ts';
import { sampleCatalog } from '../support/sampleCatalog.ts';
import { problemsOf } from '../support/sampleRun.ts';

/** What tells itself by what stands there. */
const EXPLAINED = /^(?:unknown-(?:device|trigger|field)|duplicate-(?:key|device)|wrong-|nothing-)/;
const NOW = Date.UTC(2026, 2, 14, 9, 30);
const folder = join(import.meta.dirname, '../../examples');
const WRONG = 'mistakes.flow.json';
const good = readdirSync(folder).filter(name => name.endsWith('.flow.json') && name !== WRONG);

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
}

describe('examples', () => {
  it('the examples are few enough to look through', () => {
    assert.ok(good.length >= 5 && good.length <= 7);
  });

  for (const name of good) {
    it(`the example ${name} is a flow that the demo sandbox can run`, () => {
      const { data: flow, error } = CreateFlow.safeParse(read(name));
      assert.ok(flow, error && z.prettifyError(error));
      const known = new Set([...Object.keys(CreateFlow.shape), '$schema']);
      assert.deepEqual(
        Object.keys(flow).filter(key => !known.has(key)),
        [],
      );
      const trigger = demoTriggers(NOW).find(one => one.id === flow.triggerId);
      assert.ok(trigger, 'the trigger is one of the demo triggers');
      const devices = new Set(demoDevices(NOW).map(one => one.id));
      assert.ok(flow.deviceIds?.every(id => devices.has(id)));
      const webhooks = new Set(demoWebhooks(NOW).map(one => one.id));
      assert.ok(flow.notifyWebhookId == null || webhooks.has(flow.notifyWebhookId));
      assert.deepEqual(problemsOf(flow.actions, trigger), []);
    });
  }

  it('the examples have one file with common mistakes', () => {
    const { error } = CreateFlow.safeParse(read(WRONG));
    const places = new Set(error?.issues.map(issue => issue.path.join('.')));
    for (const place of [
      'name',
      'triggerId',
      'deviceIds.3',
      'cooldownScope',
      'cooldownSeconds',
      'selfHealingMaxAttempts',
      'notifyOnFailure',
      'actions.7.actionId',
      'actions.7.continueOnError',
    ])
      assert.ok(places.has(place), place);
  });

  it('the examples show every diagnostic in separate files', () => {
    const problems = join(folder, 'problems');
    const texts = readdirSync(problems).map(name => readFileSync(join(problems, name), 'utf8'));
    const apps = [{ id: 'org.sandbox.messages', name: 'Messages' }];
    const noGeo = demoDeviceId('no-geo');
    const deviceCapabilities = (id: string): JsonObject => ({ geo: id !== noGeo });
    const known = { ...sampleCatalog(), installedApps: () => apps, deviceCapabilities };
    const shown = new Map<string, string>();
    for (const text of texts) for (const { code } of checkFlow(parseFlow(text), known)) shown.set(code, text);
    // Only a service reports what it finds itself.
    const codes = Object.keys(DIAGNOSTIC_TITLES).filter(code => code !== 'service');
    assert.deepEqual([...shown.keys()].toSorted(), codes.toSorted());
    const unexplained = [...shown].filter(([code, text]) => !EXPLAINED.test(code) && !text.includes(code));
    assert.deepEqual(unexplained, []);
  });

  it('the examples are all listed in the README', () => {
    const text = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const name of [...good, WRONG, 'problems/']) assert.ok(text.includes(`\`${name}\``), name);
  });
});
