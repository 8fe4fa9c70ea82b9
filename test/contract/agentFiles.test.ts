import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { sendFile } from '../../src/client/sendFile.ts';
import type { Output } from '../../src/contract/operations.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { FILE_PATH, MAX_STORED_BYTES } from '../../src/sandbox/features/agents/files.ts';
import { BUDGETS } from '../../src/util/budgets.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const BYTES = new TextEncoder().encode('name,code\nAda,1\n');
const OPERATION = 'createAgentFileUpload';

describe('agentFiles', () => {
  const dispatcher = new Agent();
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  after(() => dispatcher.destroy());

  async function begin(more: object = {}): Promise<Output<typeof OPERATION>> {
    const body = { filename: 'list.csv', mimeType: 'text/csv', sizeBytes: BYTES.byteLength, ...more };
    return (await sandbox.client.createAgentFileUpload({ body })).value;
  }

  function send(address: string, bytes = BYTES): Promise<void> {
    const file = { bytes, sizeBytes: bytes.byteLength, contentType: 'text/csv' };
    const options = {
      signal: new AbortController().signal,
      onSent: () => undefined,
      operation: OPERATION,
    } as const;
    return sendFile({ dispatcher }, new URL(address), file, options);
  }

  async function upload(more: object = {}): Promise<string> {
    const { fileId, putUrl } = await begin(more);
    await send(putUrl);
    await sandbox.client.confirmAgentFileUpload({ params: { fileId } });
    return fileId;
  }

  async function namesOf(zone?: 'user' | 'agent' | 'workflow' | 'skills'): Promise<string[]> {
    const { value } = await sandbox.client.listAgentFiles({ query: { zone } });
    return value.files.map(({ filename }) => filename);
  }

  async function codeOf(call: Promise<unknown>): Promise<unknown[]> {
    const { failure } = await failureOf(call);
    assert.equal(failure.kind, 'refused');
    return [failure.status, failure.code];
  }

  it('the files of agents in the sandbox are uploaded, listed, downloaded without the key, and deleted', async () => {
    const { client, clock } = sandbox;
    clock.freeze(true);
    const { fileId, putUrl, expiresAt } = await begin();
    assert.ok(Date.parse(expiresAt ?? '') > clock.now());
    const params = { fileId };
    assert.deepEqual(await codeOf(client.confirmAgentFileUpload({ params })), [409, 'upload_incomplete']);
    await send(putUrl);
    assert.deepEqual(await namesOf(), []);
    assert.deepEqual(await codeOf(client.downloadAgentFile({ params })), [404, 'file_not_found']);
    const { value } = await client.confirmAgentFileUpload({ params });
    const { state, actualSizeBytes, ...file } = value;
    assert.deepEqual([state, actualSizeBytes], ['ready', BYTES.byteLength]);
    assert.deepEqual(file, {
      ...{ fileId, filename: 'list.csv', displayName: null, mimeType: 'text/csv' },
      ...{ sizeBytes: BYTES.byteLength, zone: 'user', createdBy: 'user', enabled: true },
      createdAt: new Date(clock.now()).toISOString(),
    });
    const listed = (await client.listAgentFiles({})).value;
    assert.deepEqual(listed.files, [file]);
    assert.equal(listed.quota?.usedBytes, BYTES.byteLength);
    assert.deepEqual(new Uint8Array((await client.downloadAgentFile({ params })).value), BYTES);
    assert.deepEqual((await client.deleteAgentFile({ params })).value, { ok: true });
    assert.deepEqual(await namesOf(), []);
    assert.deepEqual(await codeOf(client.deleteAgentFile({ params })), [404, 'file_not_found']);
  });

  it('the files of agents in the sandbox have addresses that are valid for a short time', async () => {
    const { clock } = sandbox;
    const fileId = await upload();
    const redirect = async (): Promise<string> => {
      const response = await sandbox.request(`/agents/files/${fileId}/download`, { redirect: 'manual' });
      assert.equal(response.status, 302);
      return response.headers.get('location') ?? '';
    };
    const address = await redirect();
    const found = await fetch(address);
    assert.deepEqual([found.status, found.headers.get('content-type')], [200, 'text/csv']);
    assert.equal(found.headers.get('content-disposition'), 'attachment');
    clock.advance(5 * 60_000);
    assert.equal((await fetch(address)).status, 404);
    assert.equal((await fetch(await redirect())).status, 200);
    const { putUrl } = await begin();
    clock.advance(5 * 60_000);
    assert.equal((await failureOf(send(putUrl))).status, 404);
    const elsewhere = `${new URL(sandbox.baseUrl).origin}/pages${FILE_PATH}/none`;
    assert.equal((await fetch(elsewhere)).status, 404);
  });

  it('the files of agents in the sandbox are sent as bytes if their type is no header', async () => {
    const fileId = await upload({ mimeType: 'text/html\n<b>' });
    const response = await sandbox.request(`/agents/files/${fileId}/download`);
    assert.equal(response.headers.get('content-type'), 'application/octet-stream');
  });

  it('the files of agents in the sandbox have the announced size, and are not replaced', async () => {
    const { client } = sandbox;
    const { fileId, putUrl } = await begin();
    for (const bytes of [BYTES.slice(1), new Uint8Array([...BYTES, 1])])
      assert.equal((await failureOf(send(putUrl, bytes))).status, 400);
    await send(putUrl);
    await client.confirmAgentFileUpload({ params: { fileId } });
    assert.equal((await failureOf(send(putUrl))).status, 404);
    assert.equal((await client.confirmAgentFileUpload({ params: { fileId } })).value.state, 'ready');
  });

  it('the files of agents in the sandbox are canceled while they are uploaded, and never afterward', async () => {
    const { client } = sandbox;
    const { fileId, putUrl } = await begin();
    const params = { fileId };
    assert.equal((await client.cancelAgentFileUpload({ params })).value.cancelled, true);
    assert.equal((await failureOf(send(putUrl))).status, 404);
    assert.deepEqual(await codeOf(client.cancelAgentFileUpload({ params })), [404, 'file_not_found']);
    const ready = await upload();
    const kept = await client.cancelAgentFileUpload({ params: { fileId: ready } });
    assert.equal(kept.value.cancelled, false);
    assert.deepEqual(await namesOf(), ['list.csv']);
  });

  it('the files of agents in the sandbox are renamed and switched off in the zone of skills only', async () => {
    const { client } = sandbox;
    const fileId = await upload({ zone: 'skills', filename: 'skill.md' });
    const params = { fileId };
    const renamed = await client.updateAgentFile({ params, body: { displayName: 'Skill' } });
    assert.deepEqual([renamed.value.displayName, renamed.value.enabled], ['Skill', true]);
    const off = await client.updateAgentFile({ params, body: { enabled: false } });
    assert.deepEqual([off.value.displayName, off.value.enabled], ['Skill', false]);
    const reset = await client.updateAgentFile({ params, body: { displayName: null } });
    assert.deepEqual([reset.value.displayName, reset.value.enabled], [null, false]);
    const user = { fileId: await upload() };
    const refused = client.updateAgentFile({ params: user, body: { enabled: false } });
    assert.deepEqual(await codeOf(refused), [422, 'unsupported_zone']);
    assert.deepEqual(await namesOf('skills'), ['skill.md']);
    assert.deepEqual(await namesOf('user'), ['list.csv']);
    assert.deepEqual(await namesOf('agent'), []);
  });

  it('the files of agents in the sandbox are limited in size, each and together, and an upload that does not end frees its space', async () => {
    const large = { sizeBytes: BUDGETS.upload.bytes };
    assert.deepEqual(await codeOf(begin({ sizeBytes: BUDGETS.upload.bytes + 1 })), [413, 'file_too_large']);
    for (let used = 0; used < MAX_STORED_BYTES; used += large.sizeBytes) await begin(large);
    assert.deepEqual(await codeOf(begin()), [422, 'quota_exceeded']);
    sandbox.clock.advance(5 * 60_000);
    await begin();
  });

  it('the files of executions are among those of agents', async () => {
    const { client } = sandbox;
    const runs = new FlowRunner(sandbox);
    const deviceIds = [demoDeviceId('phone')];
    const flow = await runs.createFlow([step('device.screenshot', 1)], { deviceIds });
    runs.verify(flow.id);
    const [file] = (await runs.ended(flow)).files ?? [];
    assert.ok(file);
    const { files } = (await client.listAgentFiles({ query: { zone: 'workflow' } })).value;
    assert.deepEqual(
      files.map(({ fileId, filename, createdBy }) => [fileId, filename, createdBy]),
      [[file.fileId, file.filename, 'workflow']],
    );
    const params = { fileId: file.fileId };
    const { value } = await client.downloadAgentFile({ params });
    assert.equal(value.byteLength, file.sizeBytes);
    const changed = client.updateAgentFile({ params, body: { enabled: false } });
    assert.deepEqual(await codeOf(changed), [422, 'unsupported_zone']);
    await client.deleteAgentFile({ params });
    assert.deepEqual((await runs.ended(flow)).files, []);
  });
});
