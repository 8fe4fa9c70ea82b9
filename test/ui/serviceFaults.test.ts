import type { FaultRule } from '../../src/contract/sandbox/fault.ts';
import { Gateway } from '../support/gateway.ts';
import { Workbench } from '../support/workbench.ts';

const LISTS = ['Flows', 'Devices', 'Mailboxes', 'Webhooks'];

describe('the faults of a service in the views', function () {
  this.timeout(240_000);
  let workbench: Workbench;
  let gateway: Gateway;

  before(async () => {
    gateway = await Gateway.start(() => true);
    workbench = await Workbench.open();
    workbench.page.setDefaultTimeout(60_000);
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Faulty', gateway.key);
    await workbench.fold('Actions', true);
    for (const view of LISTS) await workbench.fold(view, false);
    await workbench.page.setViewportSize({ width: 1280, height: 1400 });
    for (const name of [/, flow, /, /, device, /, /, mailbox/, /, webhook endpoint, /])
      await workbench.treeItem(name).first().waitFor();
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  async function fault(operation: string, given: FaultRule['fault']): Promise<void> {
    await gateway.sandbox.own.addFault({ body: { operation, fault: given } });
  }

  it('are told each in its own sentence, with a countdown where the service named a wait', async () => {
    await fault('listDevices', { kind: 'status', status: 429, headers: { 'retry-after': '90' } });
    await fault('listMailboxes', {
      kind: 'status',
      status: 503,
      body: { code: 'mailboxes_disabled', message: 'Off.' },
    });
    await fault('listWebhooks', { kind: 'reset' });
    await fault('listFlows', { kind: 'malformedJson' });
    for (const view of LISTS) await workbench.run(`Cloud Devices: Refresh ${view}`);
    for (const text of [
      /the service asks to wait 90 s\. \d+ s left\./,
      /Mailboxes are switched off for this account/,
      /The connection was lost\. Shown as of/,
      /answered with a page instead of data/,
    ])
      await workbench.page.getByText(text).first().waitFor();
    const left = workbench.page.getByText(/\d+ s left/);
    const before = await left.innerText();
    await left.filter({ hasNotText: before }).waitFor();
    await workbench.picture('service-faults-dark');
    await workbench.toggleTheme();
    await workbench.picture('service-faults-light');
    await workbench.toggleTheme();
  });
});
