import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from '../../src/contract/signature.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Workbench } from '../support/workbench.ts';

const SECRET = 'whsec_canary-of-the-workbench';
const BODY = '{"type":"webhook.test"}';

describe('verifyDelivery', () => {
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    const timestamp = `${Math.floor(Date.now() / 1000)}`;
    const signature = await sign(SECRET, timestamp, new TextEncoder().encode(BODY));
    const head = `POST /hook HTTP/1.1\nX-Service-Timestamp: ${timestamp}\nX-Service-Signature: ${signature}`;
    await writeFile(join(folder, 'right.txt'), `${head}\n\n${BODY}`);
    await writeFile(join(folder, 'changed.txt'), `${head}\n\n{ "type": "webhook.test" }\n`);
    await writeFile(join(folder, 'broken.txt'), `${head}\n${BODY}`);
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
  });

  async function verify(file: string): Promise<void> {
    await workbench.hosts.open(join(folder, file));
    await workbench.page
      .locator(`.monaco-editor.focused [role=textbox][aria-label^="${file}"]`)
      .waitFor({ state: 'attached' });
    await workbench.run('Cloud Devices: Verify Pasted Webhook Delivery');
    await workbench.clickRow('From the Active Editor');
  }

  async function answerSecret(): Promise<void> {
    await workbench.page.locator('.quick-input-widget input[type="password"]').waitFor();
    await workbench.answer(SECRET);
  }

  async function told(text: RegExp): Promise<void> {
    const notification = await workbench.notification(text);
    assert.doesNotMatch(await notification.innerText(), /canary/);
    await workbench.picture(`verify-delivery-${text.source.replaceAll(/\W+/g, '-')}-dark`);
    await workbench.clearNotifications();
  }

  it('the verification of a pasted delivery accepts a valid one', async () => {
    await verify('right.txt');
    await answerSecret();
    await told(/The signature is right/);
  });

  it('the verification of a pasted delivery says why one is invalid', async () => {
    await verify('changed.txt');
    await answerSecret();
    await told(/its JSON was reformatted/);
  });

  it('the verification of a pasted delivery says which line cannot be read', async () => {
    await verify('broken.txt');
    await told(/Line 4 of the pasted text is not a header/);
  });
});
