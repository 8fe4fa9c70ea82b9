import { createCatalog, type FlowCatalog } from '../../src/flow/catalog.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  webhookReference,
} from '../../src/flow/namedReferences.ts';
import { triggerReference } from '../../src/flow/triggerReference.ts';
import { demoApps } from '../../src/sandbox/demo/apps.ts';
import { demoDevices } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxes } from '../../src/sandbox/demo/mailboxes.ts';
import { demoAppEvents } from '../../src/sandbox/demo/referenceData.ts';
import { demoTriggers } from '../../src/sandbox/demo/triggers.ts';
import { demoWebhooks } from '../../src/sandbox/demo/webhooks.ts';
import { payloadSchemaOf } from '../../src/stores/payloadSchema.ts';

const NOW = Date.UTC(2026, 2, 14, 9, 30);

/** Returns the demo catalog with the devices, triggers, and webhooks of the demo sandbox. */
export function sampleCatalog(): FlowCatalog {
  return createCatalog(demoCatalog, {
    devices: demoDevices(NOW).map(deviceReference),
    triggers: demoTriggers(NOW).map(trigger => ({
      ...triggerReference(trigger),
      payloadSchema: payloadSchemaOf(trigger, demoAppEvents),
    })),
    webhooks: demoWebhooks(NOW).map(webhookReference),
    mailboxes: demoMailboxes(NOW).map(mailboxReference),
    apps: demoApps(NOW).map(appReference),
  });
}
