import assert from 'node:assert/strict';
import type { CreateMailbox, Mailbox } from '../../src/contract/records/mailbox.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const DAY_MS = 86_400_000;
const [gmail, included, ending, unpaid] = ['gmail', 'allocated', 'exhausted', 'unpaid'].map(demoMailboxId);

describe('mailboxLifecycle', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function create(body: CreateMailbox = {}, idempotencyKey?: string): Promise<Mailbox> {
    return (await sandbox.client.createMailbox({ body }, { idempotencyKey })).value.data;
  }

  async function read(mailboxId = ''): Promise<Mailbox> {
    return (await sandbox.client.getMailbox({ params: { mailboxId } })).value.data;
  }

  async function refusal(call: Promise<unknown>): Promise<unknown[]> {
    const { status, failure } = await failureOf(call);
    return [status, failure.kind === 'refused' && failure.code];
  }

  async function backend(
    state: 'working' | 'slow' | 'rejecting' | 'rateLimited' | 'disabled',
  ): Promise<void> {
    await sandbox.sandboxClient.setMailboxBackend({ body: { state } });
  }

  const cancel = async (mailboxId = ''): Promise<Mailbox> =>
    (await sandbox.client.cancelMailbox({ params: { mailboxId } })).value.data;
  const uncancel = async (mailboxId = ''): Promise<Mailbox> =>
    (await sandbox.client.uncancelMailbox({ params: { mailboxId } })).value.data;
  const restart = async (
    mailboxId: string,
    body?: { billingPreference: 'included_only' },
  ): Promise<Mailbox> => (await sandbox.client.restartMailbox({ params: { mailboxId }, body })).value.data;
  const capacity = async (): Promise<unknown> => (await sandbox.client.getMailboxCapacity({})).value.data;

  it('mailboxes of the sandbox are created as part of the included capacity as long as it lasts', async () => {
    assert.deepEqual(await capacity(), {
      included: 3,
      includedRemaining: 2,
      remaining: 57,
      status: 'available',
    });
    const mailbox = await create({
      localPart: 'Sign.Up-1',
      label: 'Mine',
      billingPreference: 'included_only',
    });
    const { address, label, status, billingMode, provider, checkoutUrl, inboundMessages } = mailbox;
    assert.deepEqual(
      [address, label, status, billingMode, provider, checkoutUrl],
      ['sign.up-1@inbox.example', 'Mine', 'active', 'included', 'matix', null],
    );
    assert.deepEqual([inboundMessages?.included, inboundMessages?.used], [1000, 0]);
    assert.deepEqual(await read(mailbox.id), mailbox);
    assert.match((await create()).address ?? '', /^box-[0-9a-f]{8}@inbox\.example$/);
    assert.deepEqual(await capacity(), {
      included: 3,
      includedRemaining: 0,
      remaining: 55,
      status: 'exhausted',
    });
    const refused = sandbox.client.createMailbox({ body: { billingPreference: 'included_only' } });
    assert.deepEqual(await refusal(refused), [409, 'included_capacity_unavailable']);
    assert.equal((await create()).status, 'awaiting_payment');
  });

  it('mailboxes of the sandbox that are paid for wait for the payment on a page of the sandbox', async () => {
    const { id, status, billingMode, checkoutUrl, checkoutExpiresAt } = await create({
      billingPreference: 'rent',
    });
    assert.deepEqual([status, billingMode], ['awaiting_payment', 'rent']);
    assert.ok(Date.parse(checkoutExpiresAt ?? '') > sandbox.clock.now());
    const page = await fetch(checkoutUrl ?? '');
    assert.match(await page.text(), /nothing is paid/);
    assert.match(await (await fetch(checkoutUrl ?? '', { method: 'POST' })).text(), /is active/);
    const paid = await read(id);
    assert.deepEqual([paid.status, paid.checkoutUrl], ['active', null]);
    assert.ok(Date.parse(paid.currentPeriodEnd ?? '') > sandbox.clock.now() + 29 * DAY_MS);
    for (const method of ['GET', 'POST'])
      assert.equal((await fetch(checkoutUrl ?? '', { method })).status, 410);
  });

  it('mailboxes of the sandbox end if they are not paid for in time', async () => {
    assert.equal((await read(unpaid)).status, 'awaiting_payment');
    sandbox.clock.advance(DAY_MS);
    const { status, checkoutUrl } = await read(unpaid);
    assert.deepEqual([status, checkoutUrl], ['archived', null]);
  });

  it('mailboxes of the sandbox are created later by a slow backend, and then ask for the payment', async () => {
    sandbox.clock.freeze(true);
    await backend('slow');
    const response = await sandbox.request('/mailboxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"billingPreference":"rent"}',
    });
    assert.equal(response.status, 202);
    const { data } = (await response.json()) as { data: Mailbox };
    assert.deepEqual([data.status, data.checkoutUrl], ['provisioning', null]);
    const free = await create({ billingPreference: 'included_only' });
    assert.equal(free.status, 'provisioning');
    sandbox.clock.advance(5000);
    assert.equal((await read(free.id)).status, 'active');
    const { status, checkoutUrl } = await read(data.id);
    assert.equal(status, 'awaiting_payment');
    assert.match(checkoutUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+\/pages\/mailboxes\/checkout\?state=/);
  });

  it('mailboxes of the sandbox are created once for each idempotency key or request ID', async () => {
    const { id } = await create({ label: 'A' }, 'key-1');
    assert.equal((await create({ label: 'A' }, 'key-1')).id, id);
    assert.notEqual((await create({ label: 'A' }, 'key-2')).id, id);
    const old = { clientRequestId: 'key-3' };
    assert.equal((await create(old)).id, (await create(old)).id);
    const other = sandbox.client.createMailbox({ body: {} }, { idempotencyKey: 'key-1' });
    assert.deepEqual(await refusal(other), [422, 'idempotency_key_reused']);
    const malformed = await sandbox.request('/mailboxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a key' },
      body: '{}',
    });
    assert.equal(malformed.status, 400);
  });

  it('mailboxes of the sandbox are refused with a reason (spec 7.2)', async () => {
    const post = (body: CreateMailbox): Promise<unknown> => sandbox.client.createMailbox({ body });
    await create({ localPart: 'taken' });
    for (const [body, status, code] of [
      [{ localPart: 'TAKEN' }, 409, 'local_part_taken'],
      [{ localPart: '-a' }, 422, 'invalid_local_part'],
      [{ localPart: 'a b' }, 422, 'invalid_local_part'],
      [{ localPart: 'x'.repeat(65) }, 422, 'invalid_local_part'],
      [{ localPart: 'Postmaster' }, 422, 'local_part_reserved'],
      [{ domainId: included ?? '' }, 409, 'custom_domains_disabled'],
    ] as const)
      assert.deepEqual(await refusal(post(body)), [status, code]);
    assert.equal((await create({ localPart: 'x'.repeat(64) })).status, 'active');
    const { headers } = await sandbox.request('/mailboxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"localPart":"taken"}',
    });
    assert.equal(headers.get('x-should-retry'), 'false');
  });

  it('mailboxes of the sandbox are limited in number', async () => {
    for (let count = 0; count < 2; count++) await create({ billingPreference: 'rent' });
    const rent = sandbox.client.createMailbox({ body: { billingPreference: 'rent' } });
    assert.deepEqual(await refusal(rent), [409, 'awaiting_payment_limit_reached']);
    const { mailboxes } = sandbox.service.store;
    const before = { createdAt: new Date(sandbox.clock.now() - 2 * DAY_MS).toISOString() };
    const add = (count: number, fields: object): void => {
      for (let index = 0; index < count; index++)
        mailboxes.put({ id: crypto.randomUUID(), status: 'active', billingMode: 'rent', ...fields });
    };
    add(18, { createdAt: new Date(sandbox.clock.now()).toISOString() });
    assert.deepEqual(await refusal(create()), [409, 'daily_allocation_limit_reached']);
    sandbox.clock.advance(DAY_MS);
    add(40, before);
    assert.deepEqual(await refusal(create()), [409, 'allocated_mailbox_limit_reached']);
  });

  it('mailboxes of the sandbox are refused by a backend that does not work', async () => {
    for (const [state, status, code] of [
      ['disabled', 503, 'mailboxes_disabled'],
      ['rejecting', 409, 'backend_rejected'],
      ['rateLimited', 429, 'backend_rate_limited'],
    ] as const) {
      await backend(state);
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const response = await sandbox.request('/mailboxes', init);
      assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [status, code]);
    }
  });

  it('mailboxes of the sandbox get another label, or none', async () => {
    const rename = async (label: string | null): Promise<unknown> => {
      const params = { mailboxId: included ?? '' };
      return (await sandbox.client.renameMailbox({ params, body: { label } })).value.data.label;
    };
    assert.equal(await rename('x'.repeat(100)), 'x'.repeat(100));
    assert.equal(await rename(null), null);
    assert.equal((await read(included)).label, null);
    const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' };
    assert.equal((await sandbox.request(`/mailboxes/${included}`, init)).status, 400);
    const params = { mailboxId: crypto.randomUUID() };
    const missing = sandbox.client.renameMailbox({ params, body: { label: 'x' } });
    assert.deepEqual(await refusal(missing), [404, 'not_found']);
  });

  it('mailboxes of the sandbox end with their billing period if they are paid for, and the cancellation can be undone until then', async () => {
    const before = await read(ending);
    assert.deepEqual([before.status, before.cancelAtPeriodEnd], ['cancel_scheduled', true]);
    const active = await uncancel(ending);
    assert.deepEqual([active.status, active.cancelAtPeriodEnd], ['active', false]);
    assert.deepEqual(await refusal(uncancel(ending)), [409, 'uncancel_not_allowed']);
    assert.deepEqual(await cancel(ending), before);
    assert.deepEqual(await cancel(ending), before);
    sandbox.clock.advance(40 * DAY_MS);
    const { status, address } = await read(ending);
    assert.deepEqual([status, address], ['archived', before.address]);
    assert.deepEqual(await refusal(uncancel(ending)), [409, 'uncancel_not_allowed']);
    const params = { mailboxId: ending ?? '' };
    assert.equal((await sandbox.client.listMailboxMessages({ params })).value.items?.length, 2);
    const mail = sandbox.sandboxClient.deliverMessage({ params, body: { text: 'x' } });
    assert.deepEqual(await refusal(mail), [409, 'mailbox_not_active']);
  });

  it('mailboxes of the sandbox begin a new billing period if they are not canceled', async () => {
    await uncancel(ending);
    sandbox.clock.advance(40 * DAY_MS);
    const { status, currentPeriodEnd } = await read(ending);
    assert.equal(status, 'active');
    assert.ok(Date.parse(currentPeriodEnd ?? '') > sandbox.clock.now());
  });

  it('mailboxes of the sandbox end at once if nothing was paid for them, and can be restarted with the same address', async () => {
    const { address } = await read(included);
    assert.equal((await cancel(unpaid)).status, 'archived');
    const archived = await cancel(included);
    assert.deepEqual([archived.status, archived.address], ['archived', address]);
    assert.deepEqual(await cancel(included), archived);
    const again = await restart(included ?? '', { billingPreference: 'included_only' });
    assert.deepEqual([again.status, again.address, again.billingMode], ['active', address, 'included']);
    assert.deepEqual(await refusal(restart(included ?? '')), [409, 'backend_rejected']);
    for (let count = 0; count < 2; count++) await create();
    const { status, checkoutUrl } = await restart(unpaid ?? '');
    assert.deepEqual([status, typeof checkoutUrl], ['awaiting_payment', 'string']);
    await cancel(unpaid);
    const refused = restart(unpaid ?? '', { billingPreference: 'included_only' });
    assert.deepEqual(await refusal(refused), [409, 'included_capacity_unavailable']);
  });

  it('mailboxes of the sandbox cannot be canceled if they are connected inboxes', async () => {
    assert.deepEqual(await refusal(cancel(gmail)), [409, 'external_cancel_not_allowed']);
    assert.equal((await read(gmail)).status, 'active');
  });
});
