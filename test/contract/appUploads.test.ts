import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { Input, Output } from '../../src/contract/operations.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const BUNDLE = 'com.example.new';
const CONTENT = Buffer.from('PK\u0003\u0004 content of an app');
const sha256 = createHash('sha256').update(CONTENT).digest('hex');

describe('appUploads', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function begin(
    more: Partial<Input<'createAppUpload'>['body']> = {},
  ): Promise<Output<'createAppUpload'>> {
    const files = [{ fileName: 'app.apk', contentType: 'application/octet-stream' as const, sha256 }];
    const body = { bundleId: BUNDLE, displayName: 'New', versionName: '1.0', versionCode: 1, files, ...more };
    return (await sandbox.client.createAppUpload({ body })).value;
  }

  /** Sends a file without a key, as to a signed URL. */
  const put = (url: string, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(url, { method: 'PUT', body });

  async function refused(call: Promise<unknown>): Promise<unknown[]> {
    const { failure } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    return [failure.status, failure.message];
  }

  it('uploads of apps to the sandbox make a new app available when its files have arrived', async () => {
    const { client } = sandbox;
    const before = (await client.getAppStorage({})).value.data.usedBytes ?? 0;
    const { appId, r2UploadUrls } = await begin();
    const params = { id: appId };
    const status = async (): Promise<unknown> =>
      (await client.listAppVersions({ params })).value.data[0]?.status;
    assert.equal(await status(), 'queued');
    assert.deepEqual(await refused(client.confirmAppUpload({ params })), [
      409,
      'The file app.apk has not been uploaded.',
    ]);
    assert.equal((await put(r2UploadUrls[0]!.r2UploadUrl, CONTENT)).status, 200);
    assert.equal((await client.confirmAppUpload({ params })).value.success, true);
    const { value } = await client.listAppVersions({ params });
    const [version] = value.data;
    assert.deepEqual(
      [version?.status, version?.sizeBytes, version?.appId],
      ['available', CONTENT.length, appId],
    );
    assert.equal((await client.getAppStorage({})).value.data.usedBytes, before + CONTENT.length);
    assert.equal((await put(r2UploadUrls[0]!.r2UploadUrl, CONTENT)).status, 404, 'the address has ended');
  });

  it('uploads of apps to the sandbox add a version to a known app, and begin again after a failure', async () => {
    const { client } = sandbox;
    const { appId } = await begin();
    await client.markAppUploadFailed({ params: { id: appId } });
    const again = await begin();
    assert.equal(again.appId, appId);
    await put(again.r2UploadUrls[0]!.r2UploadUrl, CONTENT);
    await client.confirmAppUpload({ params: { id: appId } });
    assert.deepEqual((await refused(begin()))[0], 409, 'the version is available already');
    const second = await begin({ versionCode: 2, versionName: '2.0' });
    assert.equal(second.appId, appId);
    const { value } = await client.listAppVersions({ params: { id: appId } });
    assert.deepEqual(
      value.data.map(({ versionCode, status }) => [versionCode, status]),
      [
        [2, 'queued'],
        [1, 'available'],
      ],
    );
  });

  it('uploads of apps to the sandbox refuse a file with another content, and take the right one afterward', async () => {
    const { appId, r2UploadUrls } = await begin();
    const wrong = await put(r2UploadUrls[0]!.r2UploadUrl, Buffer.from('something else'));
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /^The SHA-256 of the file is [0-9a-f]{64}, not [0-9a-f]{64}\.$/);
    assert.equal((await put(r2UploadUrls[0]!.r2UploadUrl, CONTENT)).status, 200);
    await sandbox.client.confirmAppUpload({ params: { id: appId } });
  });

  it('uploads of apps to the sandbox keep nothing of a file whose upload is cut', async () => {
    const { appId, r2UploadUrls } = await begin();
    const upload = request(r2UploadUrls[0]!.r2UploadUrl, {
      method: 'PUT',
      headers: { 'content-length': String(CONTENT.length) },
    });
    const closed = new Promise(resolve => upload.on('error', resolve));
    upload.write(CONTENT.subarray(0, 5));
    await until(
      'the request arrives',
      () => upload.socket?.bytesWritten ?? 0,
      bytes => bytes > 0,
    );
    upload.destroy(new Error('cut'));
    await closed;
    const [, message] = await refused(sandbox.client.confirmAppUpload({ params: { id: appId } }));
    assert.equal(message, 'The file app.apk has not been uploaded.');
  });

  it('uploads of apps to the sandbox take more bytes than any other request, as a stream', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let left = 40;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const files = [{ fileName: 'large.apk', contentType: 'application/octet-stream' as const }];
    const { appId, r2UploadUrls } = await begin({ files });
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
    assert.equal((await fetch(r2UploadUrls[0]!.r2UploadUrl, init)).status, 200);
    await sandbox.client.confirmAppUpload({ params: { id: appId } });
    const { value } = await sandbox.client.listAppVersions({ params: { id: appId } });
    assert.equal(value.data[0]?.sizeBytes, 40 * 1024 * 1024);
  });

  it('uploads of apps to the sandbox refuse a file that is larger than the rest of the storage', async () => {
    const { store } = sandbox.service;
    const { appId, r2UploadUrls } = await begin();
    const app = store.apps.get(appId)!;
    const versions = app.sandbox.versions.map(version => ({ ...version, sizeBytes: 4_999_999_999 }));
    store.apps.put({ ...app, sandbox: { versions } });
    const response = await put(r2UploadUrls[0]!.r2UploadUrl, CONTENT);
    assert.equal(response.status, 413);
    assert.match(await response.text(), /^The storage has only \d+ bytes left\.$/);
  });

  it('uploads of apps to the sandbox end with the app when it is deleted', async () => {
    const { client } = sandbox;
    const { appId, r2UploadUrls } = await begin();
    await client.deleteApp({ params: { id: appId } });
    assert.equal((await put(r2UploadUrls[0]!.r2UploadUrl, CONTENT)).status, 404);
    assert.equal((await refused(client.getApp({ params: { id: appId } })))[0], 404);
  });
});
