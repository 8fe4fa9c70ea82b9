import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Limits } from '../../src/contract/limits.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { MAX_FILES } from '../../src/sandbox/features/devices/simulated/phoneFiles.ts';
import { BUDGETS } from '../../src/util/budgets.ts';
import { callRefusedDevice } from '../support/deviceCalls.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const deviceId = demoDeviceId('phone');
const params = { deviceId };
const MIB = 1024 * 1024;

describe('deviceFiles', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function upload(
    path: string,
    name: string,
    bytes: Uint8Array<ArrayBuffer> = Buffer.from(name),
  ): Promise<void> {
    const { status } = await sandbox.client.uploadDeviceFile({
      params,
      query: { path },
      body: { file: { name, bytes } },
    });
    assert.equal(status, 204);
  }

  async function namesIn(path: string): Promise<string[]> {
    const { value } = await sandbox.client.listDeviceFiles({ params, query: { path } });
    assert.equal(value.total, value.files?.length);
    return (value.files ?? []).map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
  }

  async function download(path: string): Promise<Uint8Array> {
    return (await sandbox.client.downloadDeviceFile({ params, query: { path } })).value;
  }

  async function refused(method: string, path: string, route = '/files', key = 'phone'): Promise<unknown[]> {
    const at = `${route}?path=${encodeURIComponent(path)}`;
    const { status, code } = await callRefusedDevice(sandbox, key, method, at);
    return [status, code];
  }

  async function send(path: string, body: FormData | string, type?: string): Promise<unknown[]> {
    const response = await sandbox.request(`/devices/${deviceId}/files?path=${encodeURIComponent(path)}`, {
      method: 'POST',
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    });
    const text = await response.text();
    const { type: problem } = text === '' ? { type: '' } : (JSON.parse(text) as { type: string });
    return [response.status, problem.replace('urn:problem:', '')];
  }

  function uploadRefused(path: string, name: string, bytes = new Uint8Array()): Promise<unknown[]> {
    const form = new FormData();
    form.set('file', new File([bytes], name));
    return send(path, form);
  }

  it('the files of devices in the sandbox are uploaded, listed, downloaded, replaced, and deleted', async () => {
    const { client, clock } = sandbox;
    clock.freeze(true);
    assert.deepEqual(await namesIn('/'), ['sdcard/']);
    assert.deepEqual(await namesIn('/sdcard/'), ['DCIM/', 'Documents/', 'Download/', 'Pictures/']);
    assert.deepEqual(await namesIn('/sdcard/Download'), []);
    const bytes = randomBytes(100_000);
    await upload('/sdcard/Download/', 'Grüße "a" 👋\'.bin', bytes);
    await upload('/sdcard/Download', 'list.csv');
    await upload('/sdcard/Download/new/deep', 'x.txt');
    assert.deepEqual(await namesIn('/sdcard/Download'), ['Grüße "a" 👋\'.bin', 'list.csv', 'new/']);
    assert.deepEqual(await namesIn('/sdcard/Download/new'), ['deep/']);
    assert.deepEqual(Buffer.from(await download('/sdcard/Download/Grüße "a" 👋\'.bin')), bytes);
    const query = { path: '/sdcard/Download' };
    const { value } = await client.listDeviceFiles({ params, query });
    assert.equal(value.path, '/sdcard/Download');
    assert.deepEqual(value.files?.[1], {
      name: 'list.csv',
      type: 'file',
      size: 8,
      owner: 'shell',
      group: 'sdcard_rw',
      hardLinks: 1,
      modifiedAt: new Date(clock.now()).toISOString(),
      extendedAttributes: {},
      permissions: {
        owner: { read: true, write: true, execute: false },
        group: { read: true, write: true, execute: false },
        others: { read: true, write: false, execute: false },
        special: { setUid: false, setGid: false, sticky: false },
      },
    });
    await upload('/sdcard/Download', 'list.csv', new Uint8Array());
    assert.equal((await download('/sdcard/Download/list.csv')).length, 0);
    assert.equal(
      (await client.deleteDeviceFile({ params, query: { path: '/sdcard/Download/list.csv' } })).status,
      204,
    );
    await client.deleteDeviceFile({ params, query: { path: '/sdcard/Download/new/deep/x.txt' } });
    assert.deepEqual(await namesIn('/sdcard/Download'), ['Grüße "a" 👋\'.bin']);
    const other = await client.listDeviceFiles({ params: { deviceId: demoDeviceId('tablet') }, query });
    assert.deepEqual(other.value.files, []);
  });

  it('the files of devices in the sandbox with names that differ in letter case are different', async () => {
    await upload('/sdcard', 'a');
    await upload('/sdcard', 'A');
    assert.equal(Buffer.from(await download('/sdcard/a')).toString(), 'a');
    assert.equal(Buffer.from(await download('/sdcard/A')).toString(), 'A');
  });

  it('the files of devices in the sandbox have no path that leads out of the tree, has odd characters, or is too long', async () => {
    const paths = [
      'sdcard',
      '.',
      '/..',
      '/sdcard/../..',
      '/sdcard/./a',
      '/sdcard//a',
      '/a\\b',
      '/a\u0000',
      '/a\nb',
    ];
    for (const path of [...paths, `/${'x'.repeat(Limits.fileName + 1)}`]) {
      assert.deepEqual(await refused('GET', path), [422, 'invalid_path'], path);
      assert.deepEqual(await refused('GET', path, '/files/download'), [422, 'invalid_path'], path);
      assert.deepEqual(await refused('DELETE', path), [422, 'invalid_path'], path);
      assert.deepEqual(await uploadRefused(path, 'a'), [422, 'invalid_path'], path);
    }
    const long = '/x'.repeat(Limits.devicePath / 2 + 1);
    for (const path of ['', long])
      assert.deepEqual(await refused('GET', path), [400, 'invalid_request'], path);
    for (const name of ['.', '..', '../a', 'a/b', 'a\\b', 'a\u0000b'])
      assert.deepEqual(await uploadRefused('/sdcard', name), [422, 'invalid_path'], name);
    assert.deepEqual(await uploadRefused('/sdcard', ''), [400, 'invalid_request']);
    assert.deepEqual(await uploadRefused('/sdcard', 'x'.repeat(Limits.fileName + 1)), [
      400,
      'invalid_request',
    ]);
    assert.deepEqual(await uploadRefused(`/${'x'.repeat(250)}`.repeat(4), 'x'.repeat(200)), [
      422,
      'invalid_path',
    ]);
  });

  it('the files of devices in the sandbox are refused when they are missing, or folders', async () => {
    await upload('/sdcard', 'a');
    assert.deepEqual(await refused('GET', '/sdcard/none'), [404, 'file_not_found']);
    assert.deepEqual(await refused('GET', '/sdcard/none', '/files/download'), [404, 'file_not_found']);
    assert.deepEqual(await refused('DELETE', '/sdcard/none'), [404, 'file_not_found']);
    assert.deepEqual(await refused('GET', '/sdcard', '/files/download'), [409, 'is_directory']);
    assert.deepEqual(await refused('DELETE', '/sdcard/Download'), [409, 'is_directory']);
    assert.deepEqual(await refused('GET', '/sdcard/a'), [409, 'not_a_directory']);
    assert.deepEqual(await uploadRefused('/sdcard/a', 'b'), [409, 'not_a_directory']);
    assert.deepEqual(await uploadRefused('/sdcard', 'Download'), [409, 'is_directory']);
  });

  it('the files of devices in the sandbox are refused by a device that lacks them, is unknown, or is off', async () => {
    for (const [key, answer] of [
      ['ios', [422, 'unsupported_feature']],
      ['none', [404, 'device_not_found']],
      ['offline', [409, 'device_state']],
    ] as const) {
      assert.deepEqual(await refused('GET', '/sdcard', '/files', key), answer);
      assert.deepEqual(await refused('GET', '/sdcard/a', '/files/download', key), answer);
      assert.deepEqual(await refused('DELETE', '/sdcard/a', '/files', key), answer);
    }
  });

  it('the files of devices in the sandbox are limited in size and number', async () => {
    await upload('/sdcard', 'large', new Uint8Array(BUDGETS.upload.bytes));
    assert.deepEqual(await uploadRefused('/sdcard', 'larger', new Uint8Array(BUDGETS.upload.bytes + 1)), [
      413,
      'body_too_large',
    ]);
    for (const name of ['b', 'c', 'd']) await upload('/sdcard', name, new Uint8Array(BUDGETS.upload.bytes));
    assert.deepEqual(await uploadRefused('/sdcard', 'e', new Uint8Array(1)), [507, 'no_space']);
    await upload('/sdcard', 'd', new Uint8Array(MIB));
    const { phoneFiles } = sandbox.service.store;
    const [file] = phoneFiles.all({ deviceId });
    phoneFiles.deleteWhere({ deviceId });
    for (let number = 0; number < MAX_FILES; number++)
      phoneFiles.put({
        ...file!,
        id: `${deviceId}:${number}`,
        path: `/sdcard/${number}`,
        sizeBytes: 0,
        base64: '',
      });
    assert.deepEqual(await uploadRefused('/sdcard', 'a'), [507, 'no_space']);
    assert.equal((await namesIn('/sdcard')).length, MAX_FILES + 4);
  });

  it('the files of devices in the sandbox are sent as a form with a part of the name file', async () => {
    const form = new FormData();
    form.set('file', new File(['text'], 'form.txt'));
    assert.deepEqual(await send('/sdcard', form), [204, '']);
    assert.equal(Buffer.from(await download('/sdcard/form.txt')).toString(), 'text');
    const other = new FormData();
    other.set('other', new File(['text'], 'form.txt'));
    assert.deepEqual(await send('/sdcard', other), [400, 'invalid_request']);
    const noFile = new FormData();
    noFile.set('file', 'text');
    assert.deepEqual(await send('/sdcard', noFile), [400, 'invalid_request']);
    assert.deepEqual(await send('/sdcard', '{}', 'application/json'), [400, 'invalid_request']);
    assert.deepEqual(await send('/sdcard', '--x', 'multipart/form-data; boundary=x'), [
      400,
      'malformed_form',
    ]);
  });
});
