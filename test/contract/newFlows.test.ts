import assert from 'node:assert/strict';
import { runOnce } from '../support/runOnce.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { FLOW_TEMPLATES } from '../../src/flow/new/flowTemplates.ts';
import { newFlowText, usableTemplates } from '../../src/flow/new/newFlow.ts';
import { platformOf } from '../../src/wording/deviceLabels.ts';
import { runSteps } from '../../src/flow/run/runSteps.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId, demoDevices } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const catalog = createCatalog(demoCatalog);

// The other usable device has no GPS, which one of the templates sets.
const DEVICES = demoDevices(0).filter(({ id }) =>
  ['phone', 'tablet', 'foldable', 'ios'].some(key => demoDeviceId(key) === id),
);

describe('newFlows', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());

  const usable = usableTemplates(catalog);
  it('a new flow in the sandbox can be created from every template', () => {
    assert.equal(usable.length, FLOW_TEMPLATES.length);
  });
  for (const { template, steps } of usable) {
    for (const device of DEVICES)
      it(`a new flow in the sandbox passes its verification run unchanged on ${device.name ?? ''}: ${template.title}`, async () => {
        const { client } = sandbox;
        const [webhook] = (await client.listWebhooks({})).value.items ?? [];
        const mailboxes = (await client.listMailboxes({})).value.items ?? [];
        const mailbox = mailboxes.find(({ id }) => id === demoMailboxId('gmail'));
        assert.ok(webhook && mailbox);
        const text = newFlowText({
          name: template.title,
          triggerId: demoTriggerId('custom'),
          steps,
          chosen: {
            device: { id: device.id, name: device.name ?? '', platform: platformOf(device.type) },
            webhook: { id: webhook.id, name: webhook.url ?? '' },
            mailbox: { id: mailbox.id, address: mailbox.address ?? '' },
            formApp: 'org.sandbox.form',
          },
        });
        const body = JSON.parse(text) as Parameters<typeof client.createFlow>[0]['body'];
        const flowId = (await client.createFlow({ body })).value.data.id;
        const execution = await runOnce({
          client,
          flowId,
          payload: { name: 'Ada' },
        });
        const ended = runSteps(execution.result).map(({ status, error }) => [status, error]);
        assert.equal(execution.status, 'success', JSON.stringify([execution.error, ended]));
      });
  }
});
