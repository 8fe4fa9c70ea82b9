import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent } from 'undici';
import { ApiError } from '../../src/client/failure.ts';
import { sendFile, type SentFile } from '../../src/client/sendFile.ts';
import type { Output } from '../../src/contract/operations.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const CONTENT = Buffer.alloc(1_000_000, 'An app package. ');
const contentType = 'application/octet-stream';

describe('sentFiles', () => {
  const dispatcher = new Agent();
  let sandbox: TestSandbox;
  let folder: string;
  let file: Extract<SentFile, { readonly path: string }>;

  before(async () => {
    sandbox = await testSandbox();
    folder = await mkdtemp(join(tmpdir(), 'app-uploads-'));
    file = { path: join(folder, 'app.apk'), sizeBytes: CONTENT.length, contentType };
    await writeFile(file.path, CONTENT);
  });

  after(async () => {
    await sandbox.stop();
    await dispatcher.destroy();
    await rm(folder, { recursive: true });
  });

  async function begin(versionCode: number): Promise<Output<'createAppUpload'> & { readonly url: URL }> {
    const files = [{ fileName: 'app.apk', contentType } as const];
    const described = { bundleId: 'com.example.sent', displayName: 'Sent', versionName: `${versionCode}` };
    const { value } = await sandbox.client.createAppUpload({ body: { ...described, versionCode, files } });
    return { ...value, url: new URL(value.r2UploadUrls[0]!.r2UploadUrl) };
  }

  function send(
    url: URL,
    sent: SentFile = file,
    onSent: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    return sendFile({ dispatcher }, url, sent, { signal: new AbortController().signal, onSent });
  }

  async function sizeOf(appId: string, versionCode: number): Promise<unknown> {
    const { data } = (await sandbox.client.listAppVersions({ params: { id: appId } })).value;
    return data.find(version => version.versionCode === versionCode)?.sizeBytes;
  }

  it('files of apps that the client uploads have 200 MB in constant memory, and report how much was sent', async () => {
    const large = { ...file, path: join(folder, 'large.apk'), sizeBytes: 200_000_000 };
    const handle = await open(large.path, 'w');
    await handle.truncate(large.sizeBytes);
    await handle.close();
    const { appId, url } = await begin(1);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const bytesInUse = (): number => {
      collectGarbage();
      // Waits until the first collection has freed the buffers.
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = bytesInUse();
    const during: number[] = [];
    let last = 0;
    await send(url, large, bytes => {
      assert.ok(bytes > last);
      if (Math.floor(bytes / 20_000_000) > Math.floor(last / 20_000_000)) during.push(bytesInUse());
      last = bytes;
    });
    await sandbox.client.confirmAppUpload({ params: { id: appId } });
    assert.equal(last, large.sizeBytes);
    assert.equal(await sizeOf(appId, 1), large.sizeBytes);
    // The client and the sandbox are in this process.
    assert.equal(during.length, 10);
    const added = Math.max(...during) - before;
    assert.ok(added < 8_000_000, `${added} bytes of buffers`);
  });

  it('files of apps that the client uploads are cut at every tenth, and arrive when they are sent again', async () => {
    for (let tenth = 0; tenth < 10; tenth++) {
      const server = createServer(request => {
        let received = 0;
        if (tenth === 0) request.socket.destroy();
        request.on('data', (chunk: Uint8Array) => {
          received += chunk.length;
          if (received >= (tenth * CONTENT.length) / 10) request.socket.destroy();
        });
      });
      await new Promise<void>(resolve => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const { port } = server.address() as AddressInfo;
      const { failure } = await failureOf(send(new URL(`http://127.0.0.1:${port}/upload`)));
      assert.equal(failure.kind, 'connectionLost', `cut at ${tenth} tenths`);
      server.close();
      const versionCode = 10 + tenth;
      const { appId, url } = await begin(versionCode);
      await send(url);
      await sandbox.client.confirmAppUpload({ params: { id: appId } });
      assert.equal(await sizeOf(appId, versionCode), CONTENT.length);
    }
  });

  it('files of apps that the client uploads are sent with their type and size, and any status but a success is a failure', async () => {
    let status = 200;
    let request: IncomingMessage | undefined;
    const server = createServer((received, response) => {
      request = received;
      received.resume().once('end', () => response.writeHead(status).end('Why.'));
    });
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const url = new URL(`http://127.0.0.1:${port}/upload?signature=a`);
    const result = async (answer: number): Promise<string> => {
      status = answer;
      return send(url).then(
        () => 'sent',
        (error: unknown) => (error instanceof ApiError ? error.failure.kind : String(error)),
      );
    };
    const results: string[] = [];
    for (const answer of [200, 204, 299, 300, 399, 400, 500]) results.push(await result(answer));
    assert.deepEqual(results, ['sent', 'sent', 'sent', 'redirected', 'redirected', 'refused', 'refused']);
    assert.deepEqual([request?.method, request?.url], ['PUT', '/upload?signature=a']);
    const { 'content-type': type, 'content-length': size } = request?.headers ?? {};
    assert.deepEqual([type, size], [contentType, String(CONTENT.length)]);
    server.close();
  });

  it('files of apps that the client uploads are sent two at once', async () => {
    const [one, other] = [await begin(30), await begin(31)];
    await Promise.all([send(one.url), send(other.url)]);
    // Confirms the newest first.
    for (const { appId } of [one, other]) await sandbox.client.confirmAppUpload({ params: { id: appId } });
    assert.deepEqual(
      [await sizeOf(one.appId, 30), await sizeOf(one.appId, 31)],
      [CONTENT.length, CONTENT.length],
    );
  });

  it('files of apps that the client uploads are refused with the sentence of a full storage, and without a route', async () => {
    const { url, appId } = await begin(40);
    const { store } = sandbox.service;
    const app = store.apps.get(appId)!;
    const versions = app.sandbox.versions.map(version => ({ ...version, sizeBytes: 4_999_999_999 }));
    store.apps.put({ ...app, sandbox: { versions } });
    const full = await failureOf(send(url));
    assert.ok(full.failure.kind === 'refused');
    assert.match(full.failure.message, /^The storage has only \d+ bytes left\.$/);
    store.apps.put(app);
    const ended = await failureOf(send(new URL(`${url.href}0`)));
    assert.equal(ended.status, 404);
  });

  it('files of apps that the client uploads are cancelled in the middle', async () => {
    const { url, appId } = await begin(50);
    const controller = new AbortController();
    const options = { signal: controller.signal, onSent: () => controller.abort() };
    const { failure } = await failureOf(sendFile({ dispatcher }, url, file, options));
    assert.equal(failure.kind, 'cancelled');
    const confirmed = await failureOf(sandbox.client.confirmAppUpload({ params: { id: appId } }));
    assert.equal(confirmed.status, 409);
  });

  it('files of apps that the client uploads are not sent from a workspace that is not trusted', async () => {
    const options = { signal: new AbortController().signal, onSent: () => undefined };
    const { url } = await begin(60);
    const { failure } = await failureOf(
      sendFile({ dispatcher, isRestricted: () => true }, url, file, options),
    );
    assert.equal(failure.kind, 'restricted');
  });
});
