import assert from 'node:assert/strict';
import { collect, pages } from '../../src/client/pages.ts';
import { cursorPages } from '../support/cursorPages.ts';
import { LARGE } from '../../src/sandbox/demo/large.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('lists', () => {
  let demo: TestSandbox;
  let large: TestSandbox;

  before(async () => {
    demo = await testSandbox();
    large = await testSandbox({ seed: 'large' });
  });

  after(async () => {
    await demo.stop();
    await large.stop();
  });

  it('the lists of the sandbox return every action once across pages', async () => {
    const actions = await collect(pages(large.client.listActions, { query: { pageSize: 100 } }), 10_000);
    assert.equal(actions.length, LARGE.actions);
    assert.equal(new Set(actions.map(action => action.id)).size, LARGE.actions);
  });

  it('the lists of the sandbox return the position of a page', async () => {
    const { value } = await large.client.listActions({ query: { page: 2, pageSize: 100 } });
    const pages = LARGE.actions / 100;
    assert.deepEqual(value.pagination, {
      page: 2,
      pageSize: 100,
      pages,
      total: LARGE.actions,
      hasNext: true,
      hasPrev: true,
    });
    const beyond = await large.client.listActions({ query: { page: pages + 1, pageSize: 100 } });
    assert.deepEqual(beyond.value.items, []);
    assert.equal(beyond.value.pagination.hasNext, false);
  });

  it('the lists of the sandbox filter actions by service, and search names and descriptions case-insensitively', async () => {
    const { value } = await demo.client.listActions({ query: { service: 'devices_api', search: 'SWIPE' } });
    assert.ok(value.items?.some(action => action.method === 'device.swipe'));
    for (const action of value.items ?? []) {
      assert.equal(action.service, 'devices_api');
      assert.match(`${action.name} ${action.description ?? ''} ${action.method ?? ''}`, /swipe/i);
    }
    const nothing = await demo.client.listActions({ query: { search: 'no such action at all' } });
    assert.deepEqual(nothing.value.items, []);
  });

  it('the lists of the sandbox take an empty value of a parameter as none, which is how clients send null', async () => {
    const read = async (query: string): Promise<unknown> => {
      const response = await demo.request(`/tasks?pageSize=100${query}`);
      assert.equal(response.status, 200);
      return response.json();
    };
    const all = await read('');
    for (const query of ['&orderBy=', '&status=', '&createdBy=', '&query='])
      assert.deepEqual(await read(query), all);
    const devices = await demo.request('/devices?state=&state=ready');
    const { items } = (await devices.json()) as { items: { state: string }[] };
    assert.deepEqual([...new Set(items.map(({ state }) => state))], ['ready']);
  });

  for (const orderBy of ['name', 'createdAt', 'updatedAt'] as const) {
    it(`the lists of the sandbox sort actions by ${orderBy}, in both directions`, async () => {
      const read = async (orderByDirection: 'asc' | 'desc'): Promise<string[]> => {
        const query = { orderBy, orderByDirection, pageSize: 100 };
        const { value } = await demo.client.listActions({ query });
        return (value.items ?? []).map(action => (action[orderBy] ?? '').toLowerCase());
      };
      const ascending = await read('asc');
      assert.ok(ascending.length > 30);
      assert.deepEqual(ascending, ascending.toSorted());
      assert.deepEqual(await read('desc'), ascending.toReversed());
    });
  }

  it('the lists of the sandbox return one action, entry, flow, device, and app by its ID', async () => {
    const { client } = demo;
    const first = async <T>(items: Promise<{ value: { items: readonly T[] | null } }>): Promise<T> =>
      (await items).value.items![0]!;
    const action = await first(client.listActions({}));
    assert.deepEqual((await client.getAction({ params: { actionId: action.id } })).value.data, action);
    const entry = await first(client.listCatalogEntries({}));
    const { data } = (await client.getCatalogEntry({ params: { catalogEntryId: entry.id } })).value;
    assert.deepEqual(data, entry);
    const flow = await first(client.listFlows({}));
    assert.deepEqual((await client.getFlow({ params: { flowId: flow.id.toUpperCase() } })).value.data, flow);
    const device = await first(client.listDevices({}));
    assert.deepEqual((await client.getDevice({ params: { deviceId: device.id } })).value, device);
    const app = await first(client.listApps({}));
    assert.equal((await client.getApp({ params: { id: app.id } })).value.data.bundleId, app.bundleId);
    const versions = (await client.listAppVersions({ params: { id: app.id } })).value.data;
    assert.deepEqual(versions[0], app.version);
  });

  it('the lists of the sandbox filter flows by state, and return their steps with children after their parent', async () => {
    const { value } = await demo.client.listFlows({ query: { status: ['failing', 'blocked'] } });
    assert.ok(value.items!.length >= 2);
    assert.ok(value.items!.every(flow => flow.status === 'failing' || flow.status === 'blocked'));
    const disabled = await demo.client.listFlows({ query: { enabled: false } });
    assert.ok(disabled.value.items!.every(flow => flow.enabled === false));
    for (const flow of (await demo.client.listFlows({})).value.items!) {
      const steps = (await demo.client.listFlowActions({ params: { flowId: flow.id } })).value.data;
      const before = new Set<string>();
      for (const step of steps) {
        assert.ok(step.parentFlowActionId == null || before.has(step.parentFlowActionId));
        before.add(step.id);
      }
    }
  });

  it('the lists of the sandbox filter devices by several states and part of a name, and count them', async () => {
    const query = { state: ['ready', 'assigned'], name: 'PHONE' };
    const { value } = await demo.client.listDevices({ query });
    assert.ok(value.items!.length > 0);
    assert.ok(value.items!.every(device => query.state.includes(device.state ?? '')));
    const repeated = await demo.request('/devices?state=ready&state=assigned&name=phone');
    assert.deepEqual(((await repeated.json()) as typeof value).items, value.items);
    const counts = (await demo.client.countDevices({})).value;
    const total = (await demo.client.listDevices({})).value.pagination.total;
    assert.equal(
      Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0),
      total,
    );
  });

  for (const [former, type] of Object.entries({
    dedicated_premium_device: 'android_cloud_phone',
    dedicated_physical_device: 'android_physical_phone',
    dedicated_ios_device: 'ios_stealth_phone',
    dedicated_emulated_device: 'android_emulator',
  })) {
    it(`the lists of the sandbox filter devices by ${former} as by ${type}`, async () => {
      const list = async (name: string): Promise<unknown> =>
        (await demo.client.listDevices({ query: { type: name } })).value.items?.map(device => [
          device.id,
          device.type,
        ]);
      const devices = await list(type);
      assert.ok(Array.isArray(devices) && devices.length > 0);
      assert.deepEqual(await list(former), devices);
    });
  }

  it('the lists of the sandbox page through 2,000 messages by cursor, newest first', async () => {
    const mailboxes = await collect(pages(large.client.listMailboxes, { query: { pageSize: 100 } }), 100);
    assert.equal(mailboxes.length, LARGE.mailboxes);
    const sizes = await Promise.all(
      mailboxes.map(async ({ id }) => {
        const params = { mailboxId: id };
        const read = (query: object) => large.client.listMailboxMessages({ params, query });
        return collect(cursorPages(read, { limit: 100 }), 5000);
      }),
    );
    const biggest = sizes.toSorted((a, b) => b.length - a.length)[0]!;
    assert.equal(biggest.length, LARGE.messages);
    const times = biggest.map(message => message.receivedAt ?? '');
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  it('the lists of the sandbox filter messages by passcode, sender, and time', async () => {
    const mailboxes = (await demo.client.listMailboxes({})).value.items!;
    const read = async (
      query: object,
    ): Promise<{ hasOtp?: unknown; fromAddress?: unknown; receivedAt?: unknown }[]> => {
      const lists = await Promise.all(
        mailboxes.map(({ id }) =>
          demo.client.listMailboxMessages({ params: { mailboxId: id }, query: { limit: 100, ...query } }),
        ),
      );
      return lists.flatMap(list => list.value.items ?? []);
    };
    const all = await read({});
    const coded = await read({ hasOtp: true });
    assert.ok(coded.length > 0 && coded.length < all.length);
    assert.ok(coded.every(message => message.hasOtp === true));
    const sender = String(all[0]!.fromAddress);
    const sent = await read({ sender: sender.toUpperCase() });
    assert.ok(sent.length > 0 && sent.every(message => message.fromAddress === sender));
    const middle = all.map(message => String(message.receivedAt)).toSorted()[Math.floor(all.length / 2)]!;
    const times = all.map(message => String(message.receivedAt));
    const later = await read({ after: middle });
    assert.deepEqual(
      later.map(message => String(message.receivedAt)),
      times.filter(time => time >= middle),
    );
  });

  it('the lists of the sandbox return the storage that apps use', async () => {
    const { data } = (await demo.client.getAppStorage({})).value;
    assert.equal(data.usedBytes! + data.availableBytes!, data.quotaBytes);
  });
});
