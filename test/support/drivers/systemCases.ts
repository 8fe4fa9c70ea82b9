import assert from 'node:assert/strict';
import type { PhoneApp } from '../../../src/sandbox/phone/apps.ts';
import type { AppToInstall } from '../../../src/sandbox/runtime/phoneDriver.ts';
import { APPS, type DriverCases, FIELD, isFailure, LIMITS, type UsedPhone } from './usedPhone.ts';

const DOWNLOADS = '/sdcard/Download';
const SHOP = { packageName: 'com.example.shop', label: 'Shop', versionName: '2.1', versionCode: 21 };
const missing = isFailure('refused', /com\.example\.missing is not installed/);

function appFile(icon = SHOP): AppToInstall {
  return { ...icon, read: () => Promise.resolve(Buffer.from(JSON.stringify(icon))) };
}

async function listed({ driver }: UsedPhone, packageName: string): Promise<PhoneApp | undefined> {
  return (await driver.apps.list(LIMITS)).find(app => app.packageName === packageName);
}

/** What every driver does with apps, settings, and files, and within limits. */
export const SYSTEM_CASES: DriverCases = {
  'apps are listed with their versions': async phone => {
    await phone.driver.apps.install(appFile(), LIMITS);
    const shop = await listed(phone, SHOP.packageName);
    assert.deepEqual([shop?.versionCode, shop?.isSystemApp], [21, false]);
    assert.equal((await listed(phone, APPS.settings))?.isSystemApp, true);
  },
  'an app that was installed is started, stopped, and removed': async phone => {
    const { apps } = phone.driver;
    await apps.install(appFile(), LIMITS);
    await apps.start(SHOP.packageName, LIMITS);
    assert.equal(await phone.front(), SHOP.packageName);
    await apps.stop(SHOP.packageName, LIMITS);
    assert.equal(await phone.front(), APPS.home);
    await apps.remove(SHOP.packageName, LIMITS);
    assert.equal(await listed(phone, SHOP.packageName), undefined);
  },
  'an app is replaced by its next version': async phone => {
    await phone.driver.apps.install(appFile(), LIMITS);
    await phone.driver.apps.install(appFile({ ...SHOP, versionCode: 22 }), LIMITS);
    assert.equal((await listed(phone, SHOP.packageName))?.versionCode, 22);
  },
  'an app that is started twice stays in front': async phone => {
    await phone.driver.apps.start(APPS.maps, LIMITS);
    await phone.driver.apps.start(APPS.maps, LIMITS);
    assert.equal(await phone.front(), APPS.maps);
  },
  'an app that does not run can be stopped': async phone => {
    await phone.driver.apps.stop(APPS.maps, LIMITS);
    assert.equal(await phone.front(), APPS.home);
  },
  'an app that is not installed is named': async ({ driver: { apps } }) => {
    await assert.rejects(apps.start(APPS.missing, LIMITS), missing);
    await assert.rejects(apps.stop(APPS.missing, LIMITS), missing);
    await assert.rejects(apps.remove(APPS.missing, LIMITS), missing);
    await assert.rejects(apps.clear(APPS.missing, LIMITS), missing);
    await assert.rejects(apps.open('maps:', LIMITS, APPS.missing), missing);
    await assert.rejects(apps.permit(APPS.missing, 'POST_NOTIFICATIONS', true, LIMITS), missing);
  },
  'an app of the phone stays installed': async phone => {
    await assert.rejects(phone.driver.apps.remove(APPS.maps, LIMITS), isFailure('refused'));
    assert.ok(await listed(phone, APPS.maps));
  },
  'clearing an app deletes what was typed': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada', LIMITS);
    await phone.driver.apps.clear(APPS.form, LIMITS);
    await phone.driver.apps.start(APPS.form, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), '');
  },
  'stopping an app keeps what was typed in others': async phone => {
    await phone.openForm();
    await phone.driver.typeText('Ada', LIMITS);
    await phone.driver.apps.stop(APPS.maps, LIMITS);
    assert.equal(await phone.textOf(FIELD.name), 'Ada');
  },
  'an address opens the app of its scheme': async phone => {
    await phone.driver.apps.open(`maps:?q=it's "here" & $(there)`, LIMITS);
    assert.equal(await phone.front(), APPS.maps);
  },
  'a web address opens the browser': async phone => {
    await phone.driver.apps.open('https://shop.example/?a=1&b=%20c', LIMITS);
    assert.equal(await phone.front(), APPS.browser);
  },
  'an address opens in an app that is named': async phone => {
    await phone.driver.apps.open('maps:?q=here', LIMITS, APPS.maps);
    assert.equal(await phone.front(), APPS.maps);
  },
  'a permission is granted and revoked': async ({ driver: { apps } }) => {
    await apps.permit(APPS.form, 'POST_NOTIFICATIONS', true, LIMITS);
    await apps.permit(APPS.form, 'POST_NOTIFICATIONS', false, LIMITS);
  },
  'the clipboard is read as it was written': async phone => {
    const text = 'two  words, \'quotes\' "and" 你好 😀\nsecond line';
    await phone.requires('clipboard', phone.driver.clipboard.write(text, LIMITS));
    const read = phone.driver.clipboard.read(LIMITS);
    await phone.requires(
      'clipboard',
      read.then(found => assert.equal(found, text)),
    );
  },
  'an empty clipboard is read as empty': async phone => {
    if (await phone.requires('clipboard', phone.driver.clipboard.write('', LIMITS)))
      assert.equal(await phone.driver.clipboard.read(LIMITS), '');
  },
  'the language is read as it was written': async phone => {
    const { language } = phone.driver;
    const has = await phone.requires('language', language.write({ tag: 'pt-br' }, LIMITS));
    assert.equal(await language.read(LIMITS), has ? 'pt-BR' : 'en-US');
  },
  'a language that is none is refused': async phone => {
    if (!phone.driver.capabilities.language) return;
    await assert.rejects(
      phone.driver.language.write({ tag: '--x' }, LIMITS),
      isFailure('refused', /not the tag of a language/),
    );
  },
  'the time zone is read as it was written': async ({ driver: { timeZone } }) => {
    await timeZone.write('Asia/Tokyo', LIMITS);
    assert.equal(await timeZone.read(LIMITS), 'Asia/Tokyo');
  },
  'a time zone that does not exist is refused': async ({ driver: { timeZone } }) => {
    const before = await timeZone.read(LIMITS);
    await assert.rejects(timeZone.write('Moon/Base', LIMITS), isFailure('refused', /no such time zone/));
    assert.equal(await timeZone.read(LIMITS), before);
  },
  'the position is read as it was written, and restored': async phone => {
    const { position } = phone.driver;
    const real = await position.read(LIMITS);
    const place = { latitude: -33.8568, longitude: 151.2153 };
    if (!(await phone.requires('geo', position.write(place, LIMITS)))) return;
    const { latitude, longitude } = await position.read(LIMITS);
    assert.deepEqual({ latitude, longitude }, place);
    await position.write(null, LIMITS);
    assert.deepEqual(await position.read(LIMITS), real);
  },
  'the position is moved from place to place': async phone => {
    const { position } = phone.driver;
    if (!(await phone.requires('geo', position.write({ latitude: 0, longitude: 0 }, LIMITS)))) return;
    for (const place of [
      { latitude: 89.5, longitude: -179.5 },
      { latitude: -0.000_01, longitude: 0.000_01 },
    ]) {
      await position.write(place, LIMITS);
      const { latitude, longitude } = await position.read(LIMITS);
      assert.deepEqual({ latitude, longitude }, place);
    }
  },
  'files are written, listed, read, and removed': async ({ driver: { files } }) => {
    const path = `${DOWNLOADS}/it's "a" file; $(x) ü.bin`;
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
    await files.write(path, bytes, LIMITS);
    const file = (await files.list(DOWNLOADS, LIMITS)).find(({ name }) => path.endsWith(name));
    assert.deepEqual([file?.type, file?.size], ['file', bytes.length]);
    assert.deepEqual(Buffer.from(await files.read(path, LIMITS)), bytes);
    await files.remove(path, LIMITS);
    await assert.rejects(files.read(path, LIMITS), isFailure('refused', /There is no file/));
  },
  'a file is replaced': async ({ driver: { files } }) => {
    const path = `${DOWNLOADS}/note.txt`;
    await files.write(path, Buffer.from('a long first text'), LIMITS);
    await files.write(path, Buffer.from('short'), LIMITS);
    assert.equal(Buffer.from(await files.read(path, LIMITS)).toString(), 'short');
  },
  'an empty file stays empty': async ({ driver: { files } }) => {
    await files.write(`${DOWNLOADS}/empty`, new Uint8Array(), LIMITS);
    assert.equal((await files.read(`${DOWNLOADS}/empty`, LIMITS)).length, 0);
  },
  'files are listed by name, and folders as folders': async ({ driver: { files } }) => {
    for (const name of ['b.txt', 'a.txt', 'c.txt'])
      await files.write(`${DOWNLOADS}/${name}`, Buffer.from(name), LIMITS);
    const names = (await files.list(DOWNLOADS, LIMITS)).map(({ name }) => name);
    assert.deepEqual(
      names.filter(name => name.endsWith('.txt')),
      ['a.txt', 'b.txt', 'c.txt'],
    );
    assert.ok((await files.list('/sdcard', LIMITS)).some(({ type }) => type === 'directory'));
  },
  'a slash at the end of a folder changes nothing': async ({ driver: { files } }) => {
    await files.write(`${DOWNLOADS}/a.txt`, Buffer.from('a'), LIMITS);
    assert.deepEqual(await files.list(`${DOWNLOADS}/`, LIMITS), await files.list(DOWNLOADS, LIMITS));
  },
  'a file and a folder that are not there are named': async ({ driver: { files } }) => {
    await assert.rejects(files.read(`${DOWNLOADS}/none`, LIMITS), isFailure('refused', /There is no file/));
    await assert.rejects(
      files.list('/sdcard/None', LIMITS),
      isFailure('refused', /There is no (?:file|folder)/),
    );
    await assert.rejects(files.remove(`${DOWNLOADS}/none`, LIMITS), isFailure('refused'));
  },
  'a path that leads elsewhere is refused': async ({ driver: { files } }) => {
    const refused = isFailure('refused', /not an absolute path/);
    for (const path of ['sdcard/x', '/sdcard/../system', '/sdcard/a\0b', '']) {
      await assert.rejects(files.read(path, LIMITS), refused);
      await assert.rejects(files.list(path, LIMITS), refused);
      await assert.rejects(files.write(path, new Uint8Array(), LIMITS), refused);
      await assert.rejects(files.remove(path, LIMITS), refused);
    }
  },
  'a restart closes the apps': async phone => {
    await phone.driver.apps.start(APPS.maps, LIMITS);
    await phone.driver.reboot(LIMITS);
    assert.equal(await phone.front(), APPS.home);
    assert.equal(phone.driver.isRestarting, false);
  },
  'an aborted call rejects with the reason of its signal, and does nothing': async phone => {
    const { driver } = phone;
    const reason = new Error('stopped by the user');
    const aborted = { signal: AbortSignal.abort(reason) };
    await phone.openForm();
    for (const call of [
      driver.facts(aborted),
      driver.picture(0, aborted),
      driver.tree(0, aborted),
      driver.tap(0, { x: 1, y: 1 }, aborted),
      driver.typeText('Ada', aborted),
      driver.clearText(aborted),
      driver.pressKey(29, aborted),
      driver.pressButton('home', aborted),
      driver.apps.start(APPS.maps, aborted),
      driver.apps.list(aborted),
      driver.files.read('/sdcard/x', aborted),
      driver.timeZone.write('Asia/Tokyo', aborted),
      driver.reboot(aborted),
    ])
      await assert.rejects(call, reason);
    assert.equal(await phone.front(), APPS.form);
    assert.equal(await phone.textOf(FIELD.name), '');
    assert.equal(driver.isRestarting, false);
  },
};
