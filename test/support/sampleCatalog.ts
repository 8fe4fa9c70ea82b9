import { createCatalog, type FlowCatalog } from '../../src/flow/catalog.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDevices } from '../../src/sandbox/demo/devices.ts';
import { demoTriggers } from '../../src/sandbox/demo/triggers.ts';
import { demoWebhooks } from '../../src/sandbox/demo/webhooks.ts';

const NOW = Date.UTC(2026, 2, 14, 9, 30);

/** Returns the demo catalog with the devices, triggers, and webhooks of the demo sandbox. */
export function sampleCatalog(): FlowCatalog {
  return createCatalog(demoCatalog, {
    devices: demoDevices(NOW).map(({ device }) => ({ id: device.id, name: device.name ?? device.id })),
    triggers: demoTriggers(NOW),
    webhooks: demoWebhooks(NOW).map(({ id, url }) => ({ id, name: url })),
  });
}
