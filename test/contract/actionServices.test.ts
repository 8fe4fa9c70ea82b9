import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { createClient } from '../../src/client/client.ts';
import { ActionStore } from '../../src/stores/actionStore.ts';
import { CatalogStore, type KeptCatalogs } from '../../src/stores/catalogStore.ts';
import { SANDBOX, serviceConnection } from '../../src/stores/connection.ts';
import { Session } from '../../src/stores/session.ts';
import { ACTION, FaultyServer, json } from '../support/faultyServer.ts';
import { until } from '../support/until.ts';

const KNOWN = ['tasks_api', 'devices_api', 'agents_api', 'webhooks'];
const NEW = 'speech_api';
const EACH = 30;

function actionsOf(services: readonly string[]): object[] {
  return services.flatMap((service, index) =>
    Array.from({ length: EACH }, (_, number) => ({
      ...ACTION,
      id: `6f0f2c1e-6f1c-4d8e-9d7f-${String(index).padStart(4, '0')}${String(number).padStart(8, '0')}`,
      name: `${service} ${number}`,
      service,
    })),
  );
}

/** Responds to `GET /actions` with service, search, and pages as in the specification, and to nothing else. */
function serves(services: readonly string[]): (request: IncomingMessage, response: ServerResponse) => void {
  const all = actionsOf(services) as (typeof ACTION)[];
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname !== '/v1/actions') {
      json(404, { code: 'not_found', message: 'No route matches.' })(request, response);
      return;
    }
    const service = searchParams.get('service');
    const search = searchParams.get('search') ?? '';
    const page = Number(searchParams.get('page') ?? 1);
    const size = Number(searchParams.get('pageSize') ?? 20);
    const found = all.filter(
      one => (service === null || one.service === service) && one.name.includes(search),
    );
    const pages = Math.ceil(found.length / size);
    const pagination = {
      page,
      pageSize: size,
      pages,
      total: found.length,
      hasNext: page < pages,
      hasPrev: page > 1,
    };
    json(200, { items: found.slice((page - 1) * size, page * size), pagination })(request, response);
  };
}

describe('actionServices', () => {
  const server = new FaultyServer();
  const dispatcher = new Agent();
  let session: Session;
  let catalog: CatalogStore;
  let actions: ActionStore;

  before(() => server.start());

  after(async () => {
    await dispatcher.destroy();
    await server.stop();
  });

  beforeEach(() => {
    server.requests.length = 0;
    const client = createClient({ baseUrl: server.baseUrl, dispatcher, key: () => Promise.resolve('key') });
    session = new Session(() => Promise.resolve(client));
    session.use(serviceConnection('Five', server.baseUrl));
    catalog = new CatalogStore(session, NOTHING_KEPT, () => undefined);
    actions = new ActionStore(session, catalog);
  });

  afterEach(() => {
    actions.dispose();
    catalog.dispose();
  });

  function counts(): Record<string, number> {
    return Object.fromEntries(actions.services.map(({ service, list }) => [service, list.items.length]));
  }

  async function search(text: string): Promise<void> {
    actions.show({ ...actions.filter, search: text });
    await actions.ensure();
  }

  const every = Object.fromEntries([...KNOWN, NEW].map(service => [service, EACH]));

  it('actions that the client does not know are listed after the others if the service offers only the operations of the specification', async () => {
    server.answer = serves([...KNOWN, NEW]);
    await actions.ensure();
    await until('the fifth service is read', () => counts()[NEW], EACH);
    assert.deepEqual(counts(), every);
    assert.equal(actions.services.at(-1)?.service, NEW);
    await search(`${NEW} 1`);
    assert.equal(counts()[NEW], 11);
    await search('');
    assert.deepEqual(counts(), every);
  });

  it('actions that the client does not know cost one small request if there are none', async () => {
    server.answer = serves(KNOWN);
    await actions.ensure();
    await until(
      'all actions are counted',
      () => server.requests.length,
      value => value > KNOWN.length,
    );
    await actions.ensure();
    assert.deepEqual(
      server.requests.filter(path => !path.includes('service=')),
      ['GET /v1/actions?pageSize=1'],
    );
  });

  it('actions that the client does not know are found by a search that is the first request', async () => {
    server.answer = serves([...KNOWN, NEW]);
    await search(`${NEW} 2`);
    await until('the fifth service is read', () => counts()[NEW], 11);
  });

  it('actions that the client does not know are forgotten with the connection', async () => {
    server.answer = serves([...KNOWN, NEW]);
    await actions.ensure();
    await until('the fifth service is read', () => counts()[NEW], EACH);
    session.use(SANDBOX);
    assert.deepEqual(Object.keys(counts()), KNOWN);
  });

  it('actions that the client does not know are read from the catalog if it was read first, and otherwise when the list is shown', async () => {
    server.answer = serves([...KNOWN, NEW]);
    await catalog.refresh();
    assert.deepEqual(Object.keys(counts()), [...KNOWN, NEW]);
    assert.equal(counts()[NEW], 0);
    server.requests.length = 0;
    await actions.ensure();
    assert.deepEqual(counts(), every);
    assert.equal(server.requests.length, KNOWN.length + 1);
  });
});

const NOTHING_KEPT: KeptCatalogs = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};
