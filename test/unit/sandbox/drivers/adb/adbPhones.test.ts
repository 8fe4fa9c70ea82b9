import assert from 'node:assert/strict';
import { AdbPhones, type ListedPhone } from '../../../../../src/sandbox/drivers/adb/adbPhones.ts';
import { AdbTestServer } from '../../../../support/fakePhone/adbServer.ts';
import { FakePhone } from '../../../../support/fakePhone/fakePhone.ts';
import { until } from '../../../../support/until.ts';

describe('sandbox/drivers/adb/adbPhones', () => {
  let server: AdbTestServer;
  let phones: AdbPhones;
  let end: AbortController;
  let following: Promise<void>;
  let changes: (readonly ListedPhone[])[];

  beforeEach(async () => {
    server = await AdbTestServer.start();
    phones = new AdbPhones(server.address);
    changes = [];
    phones.onChange(list => changes.push(list));
    end = new AbortController();
    following = phones.follow(end.signal);
  });

  afterEach(async () => {
    end.abort();
    await following;
    await server.stop();
  });

  const listed = (): string => phones.phones.map(({ serial, state }) => `${serial} ${state}`).join();

  it('phones are followed as they come, are trusted, and go', async () => {
    const [first, second] = [new FakePhone({ serial: 'one' }), new FakePhone({ serial: 'two' })];
    server.connect(first);
    await until('the first phone', listed, 'one ready');
    assert.equal(phones.phones[0]?.model, 'Pixel_7');
    server.connect(second, 'unauthorized');
    await until('the second phone', listed, 'one ready,two unauthorized');
    server.connect(second, 'offline');
    await until('the silence', listed, 'one ready,two offline');
    server.connect(second);
    await until('the trust', listed, 'one ready,two ready');
    server.disconnect(first);
    await until('the end of the first phone', listed, 'two ready');
    assert.deepEqual(changes.at(-1), phones.phones);
  });

  it('phones are gone without the server, and there again with it', async () => {
    server.connect(new FakePhone({ serial: 'one' }));
    await until('the phone', listed, 'one ready');
    const { port } = server.address;
    await server.stop();
    await until('the problem', () => phones.problem?.kind, 'disconnected');
    assert.deepEqual(phones.phones, []);
    await until('the missing server', () => phones.problem?.message.startsWith('No adb server answers'));
    server = await AdbTestServer.start(port);
    server.connect(new FakePhone({ serial: 'one' }));
    await until('the phone', listed, 'one ready');
    assert.equal(phones.problem, undefined);
  });
});
