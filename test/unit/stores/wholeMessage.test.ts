import assert from 'node:assert/strict';
import { ApiError } from '../../../src/client/failure.ts';
import { readWholeMessage } from '../../../src/stores/wholeMessage.ts';
import { scriptedClient } from '../../support/mockService.ts';

const mailboxId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const LISTED = { id: 'msg/1', mailboxId, subject: 'Hi', preview: 'The begin', hasOtp: true, folder: 'Work' };

describe('stores/wholeMessage', () => {
  it('a whole message has all of its text, the name of its sender, and its attachments, with the IDs of the list', async () => {
    const data = {
      id: 'another',
      mailboxId: null,
      fromName: 'Shop',
      textBody: 'The beginning and the end',
      attachmentCount: 1,
      attachments: [{ name: 'a.pdf', contentType: null, size: 5 }],
    };
    const { client, seen } = scriptedClient([{ status: 200, body: { data } }]);
    const { id, preview, isPreview, fromName, attachments, folder, ...rest } = await readWholeMessage(
      client,
      LISTED,
    );
    assert.equal(seen[0]?.path, `/v1/mailboxes/${mailboxId}/messages/msg%2F1`);
    assert.deepEqual([id, rest.mailboxId, preview, isPreview], ['msg/1', mailboxId, data.textBody, false]);
    assert.deepEqual([fromName, attachments, folder], ['Shop', data.attachments, 'Work']);
    assert.ok(!('textBody' in rest));
  });

  for (const textBody of [null, undefined]) {
    it(`a whole message has the beginning of its text if the service returns ${textBody}`, async () => {
      const { client } = scriptedClient([{ status: 200, body: { data: { id: 'msg/1', textBody } } }]);
      const { preview, isPreview } = await readWholeMessage(client, LISTED);
      assert.deepEqual([preview, isPreview], ['The begin', true]);
    });
  }

  for (const status of [404, 405, 501]) {
    it(`a whole message is what the list showed if the service answers ${status}`, async () => {
      const { client } = scriptedClient([{ status, body: { error: 'No.' } }]);
      assert.deepEqual(await readWholeMessage(client, LISTED), { ...LISTED, isPreview: true });
    });
  }

  it('a whole message is what the list showed if its mailbox is unknown, and fails if the service does', async () => {
    const { client, seen } = scriptedClient([{ status: 400, body: { error: 'No.' } }]);
    const message = { ...LISTED, mailboxId: null };
    assert.deepEqual(await readWholeMessage(client, message), { ...message, isPreview: true });
    assert.deepEqual(seen, []);
    await assert.rejects(readWholeMessage(client, LISTED), ApiError);
  });
});
