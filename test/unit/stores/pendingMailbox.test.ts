import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ConnectMailbox } from '../../../src/contract/records/mailbox.ts';
import { SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import {
  applyResponse,
  connectBody,
  consentPageUrl,
  isOver,
  newPendingMailbox,
} from '../../../src/stores/pendingMailbox.ts';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const MAILBOX = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const PAGE = 'https://service.example/connect?state=a%20b';
const answer = {
  connectionId: MAILBOX,
  mailboxId: MAILBOX,
  redirectUrl: PAGE,
  status: 'pending',
  address: null,
};

describe('stores/pendingMailbox: new pending mailbox', () => {
  it('a new pending mailbox has a unique key and secret, and contains only the hash of the secret', () => {
    const one = newPendingMailbox('Mine', NOW);
    const other = newPendingMailbox('Mine', NOW);
    assert.notEqual(one.pending.id, other.pending.id);
    assert.notEqual(one.secret, other.secret);
    assert.match(one.secret, /^[\w-]{43}$/);
    assert.equal(one.pending.bindingHash, createHash('sha256').update(one.secret).digest('hex'));
    assert.ok(!JSON.stringify(one.pending).includes(one.secret));
    assert.equal(one.pending.since, NOW.toISOString());
    assert.equal(one.pending.state, 'unanswered');
  });

  it('a new pending mailbox requests a body that matches the specification, without a label if there is none', () => {
    const { pending } = newPendingMailbox('Mine', NOW);
    assert.deepEqual(ConnectMailbox.parse(connectBody(pending)), {
      provider: 'gmail',
      bindingHash: pending.bindingHash,
      label: 'Mine',
    });
    assert.ok(!('label' in connectBody({ ...pending, label: '' })));
  });
});

describe('stores/pendingMailbox: response for a pending mailbox', () => {
  const { pending } = newPendingMailbox('Mine', NOW);

  it('a response for a pending mailbox keeps it pending, with its expiration if the service has one', () => {
    const expiresAt = '2026-05-04T10:10:00.000Z';
    assert.deepEqual(applyResponse(pending, { ...answer, expiresAt }), {
      ...pending,
      state: 'waiting',
      mailboxId: MAILBOX,
      expiresAt,
    });
    assert.equal(applyResponse(pending, answer)?.expiresAt, undefined);
    assert.equal(applyResponse(pending, { ...answer, redirectUrl: null })?.state, 'waiting');
  });

  it('a response for a pending mailbox ends it as usable, expired, or removed', () => {
    assert.equal(applyResponse(pending, { ...answer, status: 'active', redirectUrl: null }), undefined);
    for (const status of ['expired', 'removed']) {
      const next = applyResponse(pending, { ...answer, status, redirectUrl: null });
      assert.equal(next?.state, status);
      assert.ok(isOver(next));
    }
  });

  it('a response for a pending mailbox with an unknown state is judged by its redirect URL', () => {
    assert.equal(applyResponse(pending, { ...answer, status: 'checking' })?.state, 'waiting');
    assert.equal(applyResponse(pending, { ...answer, status: 'warm', redirectUrl: null }), undefined);
  });
});

describe('stores/pendingMailbox: consent page', () => {
  const service = serviceConnection('Service', 'https://service.example/v1');

  it('the consent page gets the secret if it belongs to the service, and is otherwise unchanged', () => {
    assert.equal(consentPageUrl(PAGE, 'S', service), `${PAGE}&binding=S`);
    assert.equal(
      consentPageUrl('https://service.example/c', 'S', service),
      'https://service.example/c?binding=S',
    );
    assert.equal(consentPageUrl(`${PAGE}#top`, 'S', service), `${PAGE}&binding=S#top`);
  });

  it('the consent page gets nothing at another address', () => {
    for (const page of [
      'https://accounts.example/o?redirect_uri=https%3A%2F%2Fservice.example%2Fv1',
      'https://service.example.evil.example/connect',
      'https://service.example@evil.example/connect',
      'https://service.example:8443/connect',
      'http://127.0.0.1:5000/connect',
    ])
      assert.equal(consentPageUrl(page, 'S', service), page);
    assert.equal(consentPageUrl(PAGE, 'S', SANDBOX), PAGE);
  });

  it('the consent page of the sandbox is on this computer, on any port', () => {
    const page = 'http://127.0.0.1:5000/pages/mailboxes/connect?state=t';
    assert.equal(consentPageUrl(page, 'S', SANDBOX), `${page}&binding=S`);
  });

  it('the consent page is always a secure web page', () => {
    for (const page of ['http://service.example/c', 'file:///c', 'command:x', 'javascript:1', '/c', ''])
      assert.throws(
        () => consentPageUrl(page, 'canary', service),
        /not at a safe web address, so it was not opened\.$/,
      );
  });
});
