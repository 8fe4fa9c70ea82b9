import assert from 'node:assert/strict';
import { AdbPhone } from '../../../../../src/sandbox/drivers/adb/adbPhone.ts';
import { AdbPhones } from '../../../../../src/sandbox/drivers/adb/adbPhones.ts';
import { PhoneFailure } from '../../../../../src/sandbox/runtime/phoneDriver.ts';
import { pngSize } from '../../../../../src/util/pngSize.ts';
import { AdbDaemon } from '../../../../support/fakePhone/adbDaemon.ts';
import { ADB_HOSTS, type AdbHost, INSTALLED_ADB } from '../../../../support/fakePhone/adbHosts.ts';
import { hasAdb } from '../../../../support/fakePhone/adbProgram.ts';
import { FakePhone } from '../../../../support/fakePhone/fakePhone.ts';
import { until } from '../../../../support/until.ts';

const limits = { signal: new AbortController().signal };
const failure =
  (kind: string) =>
  (error: unknown): boolean =>
    error instanceof PhoneFailure && error.kind === kind;

// Between the driver and the fake phone stands a server that speaks the protocol of phones with it.
for (const [name, start] of Object.entries(ADB_HOSTS)) {
  describe(`sandbox/drivers/adb/adbDaemon: ${name}`, () => {
    let host: AdbHost | undefined;
    let phone: FakePhone;
    let daemon: AdbDaemon;
    let driver: AdbPhone | undefined;
    let phones: AdbPhones;
    let end: AbortController;
    let following: Promise<void>;

    before(async function () {
      if (name === INSTALLED_ADB && !hasAdb()) this.skip();
      host = await start();
    });

    after(() => host?.stop());

    beforeEach(async () => {
      phone = new FakePhone({ apiLevel: 34 });
      daemon = await AdbDaemon.start(phone);
      end = new AbortController();
      phones = new AdbPhones(used().address);
      following = phones.follow(end.signal);
    });

    afterEach(async () => {
      end.abort();
      await following;
      await driver?.close();
      driver = undefined;
      await used()
        .disconnect(daemon)
        .catch(() => undefined);
      await daemon.stop();
    });

    function used(): AdbHost {
      assert.ok(host);
      return host;
    }

    const stateOf = (): string | undefined =>
      phones.phones.find(({ serial }) => serial === daemon.serial)?.state;

    async function open(): Promise<AdbPhone> {
      await used().connect(daemon);
      await until('the phone', stateOf, 'ready');
      driver = await AdbPhone.open(used().address, daemon.serial, limits);
      return driver;
    }

    it('a phone is unauthorized until its user allows the computer, and asks no second time', async () => {
      daemon.trustsAll = false;
      await used()
        .connect(daemon)
        .catch(() => undefined);
      await until('the phone', stateOf, 'unauthorized');
      await assert.rejects(AdbPhone.open(used().address, daemon.serial, limits), failure('unauthorized'));
      await until('the question to the user', () => daemon.isAsking);
      daemon.trust();
      await until('the trust', stateOf, 'ready');
      await used().disconnect(daemon);
      await until('the end', stateOf, undefined);
      assert.equal((await (await open()).facts(limits)).model, 'Pixel 7');
    });

    it('pictures and files that need many packets arrive as they are', async () => {
      const opened = await open();
      assert.deepEqual(pngSize(await opened.picture(0, limits)), { width: 1080, height: 2400 });
      const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251));
      await opened.files.write('/sdcard/Download/large.bin', bytes, limits);
      assert.ok(Buffer.from(phone.files.get('/sdcard/Download/large.bin')?.bytes ?? []).equals(bytes));
      assert.ok(Buffer.from(await opened.files.read('/sdcard/Download/large.bin', limits)).equals(bytes));
    });

    it('commands run at the same time, each with its own output and exit code', async () => {
      const opened = await open();
      const names = ['org.sandbox.maps', 'com.example.missing', 'org.sandbox.form'];
      const calls = Array.from({ length: 30 }, (_, index) => names[index % 3] ?? '');
      const results = await Promise.allSettled(calls.map(called => opened.apps.stop(called, limits)));
      assert.deepEqual(
        results.map(({ status }) => status),
        calls.map(called => (called === 'com.example.missing' ? 'rejected' : 'fulfilled')),
      );
    });

    it('an aborted call ends its command on the phone', async () => {
      const opened = await open();
      phone.beforeCommand = () => Promise.withResolvers<never>().promise;
      const abort = new AbortController();
      const picture = opened.picture(0, { signal: abort.signal });
      await until('the command', () => phone.running, 1);
      abort.abort(new Error('stopped by the user'));
      await assert.rejects(picture, /stopped by the user/);
      await until('the end of the command', () => phone.running, 0);
    });

    for (const isAbrupt of [false, true])
      it(`a phone that goes ${isAbrupt ? 'abruptly ' : ''}during a command is disconnected, and can be used when it is back`, async () => {
        const opened = await open();
        phone.beforeCommand = async ([program]) => {
          if (program !== 'screencap') return;
          phone.beforeCommand = () => undefined;
          daemon.disconnect(isAbrupt);
          await Promise.withResolvers<never>().promise;
        };
        await assert.rejects(opened.picture(0, limits), failure('disconnected'));
        await until('the lost phone', () => stateOf() !== 'ready');
        await assert.rejects(opened.facts(limits), failure('disconnected'));
        daemon.connect();
        await used()
          .disconnect(daemon)
          .catch(() => undefined);
        await used().connect(daemon);
        await until('the phone that is back', stateOf, 'ready');
        assert.equal((await opened.facts(limits)).model, 'Pixel 7');
      });

    it('a phone that restarts is used again afterwards', async () => {
      const opened = await open();
      const before = phone.bootId;
      daemon.afterRestart = () => {
        void used()
          .disconnect(daemon)
          .catch(() => undefined)
          .then(() => used().connect(daemon));
      };
      await opened.reboot(limits);
      assert.notEqual(phone.bootId, before);
      assert.equal((await opened.facts(limits)).currentApp, 'org.sandbox.launcher');
    });
  });
}
