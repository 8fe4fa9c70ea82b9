import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasAdb } from '../../../../support/fakePhone/adbProgram.ts';
import { AdbTestServer } from '../../../../support/fakePhone/adbServer.ts';
import { FakePhone } from '../../../../support/fakePhone/fakePhone.ts';
import { useFolder } from '../../../../support/useFolder.ts';

const run = promisify(execFile);

// Shows that the fake phone speaks as a real server does, where the program `adb` is installed.
describe('sandbox/drivers/adb/adbProgram', () => {
  const folder = useFolder('adb-program');
  let server: AdbTestServer;
  let phone: FakePhone;

  before(function () {
    if (!hasAdb()) this.skip();
  });

  beforeEach(async () => {
    server = await AdbTestServer.start();
    phone = new FakePhone();
    server.connect(phone);
  });

  afterEach(() => server.stop());

  async function adb(...args: readonly string[]): Promise<string> {
    const place = ['-H', '127.0.0.1', '-P', String(server.address.port)];
    return (await run('adb', [...place, ...args])).stdout;
  }

  it('the program adb lists the phone', async () => {
    assert.match(await adb('devices', '-l'), /^emulator-5554 +device .*model:Pixel_7/m);
  });

  it('the program adb runs commands, and reads their exit codes', async () => {
    assert.equal(await adb('-s', phone.serial, 'shell', 'getprop', 'ro.product.model'), 'Pixel 7\n');
    await assert.rejects(adb('-s', phone.serial, 'shell', 'cat', '/none'), {
      code: 1,
      stderr: /No such file/,
    });
  });

  it('the program adb sends and fetches files', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    const [sent, fetched] = ['sent', 'fetched'].map(name => join(folder, name));
    assert.ok(sent !== undefined && fetched !== undefined);
    await writeFile(sent, bytes);
    await adb('-s', phone.serial, 'push', sent, '/sdcard/Download/file.bin');
    await adb('-s', phone.serial, 'pull', '/sdcard/Download/file.bin', fetched);
    assert.deepEqual(await readFile(fetched), bytes);
  });
});
