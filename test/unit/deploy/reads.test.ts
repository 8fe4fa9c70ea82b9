import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/failure.ts';
import { deployContext } from '../../../src/deploy/deployContext.ts';
import { digest } from '../../../src/deploy/digest.ts';
import { createFlowFinder } from '../../../src/deploy/deployContext.ts';
import { readDrift } from '../../../src/deploy/readDrift.ts';
import { requireUnchanged } from '../../../src/deploy/requireUnchanged.ts';
import { readFlowBody } from '../../../src/deploy/readFlowBody.ts';
import { isGone, lacksOperation, readRemoteFlow, readGraph } from '../../../src/deploy/remoteFlow.ts';
import { runLive } from '../../../src/deploy/runLive.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { flowText } from '../../../src/flow/compare/canonicalText.ts';
import { verifiedGraph } from '../../../src/flow/compare/drift.ts';
import { meaningOfBody } from '../../../src/flow/compare/flowMeaning.ts';
import { isUuid } from '../../../src/util/isUuid.ts';
import { answering, failed, refused } from '../../support/answeringClient.ts';
import { MemoryLinks } from '../../support/memoryLinks.ts';
import { uuid } from '../../support/schemas.ts';

const [FLOW, TAP, TRIGGER, RUN] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const catalog = createCatalog([{ id: TAP, name: 'Tap' }]);
const body = (x: number): Record<string, unknown> => ({
  name: 'Wave',
  triggerId: TRIGGER,
  actions: [{ actionId: TAP, position: 1, overrides: { params: { x } } }],
});

const record = { id: FLOW, name: 'Wave', triggerId: TRIGGER, enabled: true };
const steps = (x: number): unknown => ({
  data: [{ id: RUN, actionId: TAP, position: 1, overrides: { params: { x } } }],
});

function service(x = 1, flow: unknown = { data: record }): ReturnType<typeof answering> {
  return answering({ getFlow: () => flow, listFlowActions: () => steps(x) });
}

const gone = refused(404, 'flow_not_found');

describe('deploy/reads: failed read of a flow', () => {
  it('a failed read of a flow reports that the flow was deleted or that the service lacks the operation', () => {
    assert.deepEqual([isGone(gone), lacksOperation(gone)], [true, false]);
    for (const status of [404, 405, 501]) {
      assert.deepEqual([isGone(refused(status)), lacksOperation(refused(status))], [false, true]);
    }
    assert.ok(lacksOperation(failed({ kind: 'emptyBody', status: 405 })));
    for (const error of [
      refused(403),
      refused(500),
      refused(502),
      failed({ kind: 'missingKey' }),
      new Error('404'),
      undefined,
    ]) {
      assert.deepEqual([isGone(error), lacksOperation(error)], [false, false]);
    }
  });

  it('a failed read of a flow is rethrown otherwise', async () => {
    const { client } = service(1, refused(500));
    await assert.rejects(readRemoteFlow(client, FLOW, catalog, {}), ApiError);
  });
});

describe('deploy/reads: flow on a service', () => {
  const options = { timeoutMs: 5 };

  it('a flow on a service is read with its steps', async () => {
    const { client, calls } = service();
    const meaning = meaningOfBody(body(1), catalog);
    const found = await readRemoteFlow(client, FLOW, catalog, options);
    assert.deepEqual(found, {
      kind: 'found',
      flowId: FLOW,
      enabled: true,
      canSwitchRecording: false,
      meaning,
    });
    const input = { params: { flowId: FLOW } };
    assert.deepEqual(calls, [
      ['getFlow', input, options],
      ['listFlowActions', input, options],
    ]);
    const off = service(1, { data: { ...record, enabled: null } });
    const other = await readRemoteFlow(off.client, FLOW, catalog, options);
    assert.equal(other.kind === 'found' && other.enabled, false);
  });

  it('a flow on a service becomes the content of a file, with the digests of both', async () => {
    const { client, calls } = service();
    const read = await readFlowBody(client, FLOW, catalog, options);
    assert.equal(read.body['name'], 'Wave');
    const input = { params: { flowId: FLOW } };
    assert.deepEqual(calls, [
      ['getFlow', input, options],
      ['listFlowActions', input, options],
    ]);
    const own = digest(flowText(meaningOfBody(body(1), catalog)));
    assert.deepEqual(read.deployedAs(JSON.stringify(body(1))), { file: own, flow: own });
    const other = digest(flowText(meaningOfBody(body(2), catalog)));
    assert.deepEqual(read.deployedAs(JSON.stringify(body(2))), { file: other, flow: own });
    const nothing = digest(flowText(meaningOfBody({}, catalog)));
    for (const text of ['', '[]', '7']) {
      assert.deepEqual(read.deployedAs(text), { file: nothing, flow: own });
    }
  });

  it('a flow on a service has a graph if it can be read', async () => {
    const { graph, steps: own } = verifiedGraph(meaningOfBody(body(1), catalog), RUN, digest);
    assert.deepEqual(await readGraph(service().client, FLOW, catalog), { graph, steps: own });
    assert.equal(await readGraph(service(1, gone).client, FLOW, catalog), undefined);
    assert.equal(await readGraph(service(1, refused(405)).client, FLOW, catalog), undefined);
  });
});

describe('deploy/reads: linked file and its flow', () => {
  const link = { flowId: FLOW };
  const drift = (client: Client, text: string, more: object = {}): ReturnType<typeof readDrift> =>
    readDrift(client, { path: 'a', text, link: { ...link, ...more } }, catalog, {});

  it('a linked file and its flow are compared with both meanings', async () => {
    const found = await drift(service(2).client, JSON.stringify(body(1)));
    assert.ok(found.kind === 'known');
    assert.deepEqual(found.file, meaningOfBody(body(1), catalog));
    assert.deepEqual(found.flow, meaningOfBody(body(2), catalog));
    assert.deepEqual([found.drift.side, found.drift.differences.length], ['unknown', 1]);
    assert.deepEqual(found.changes, ['Step 1 “Tap”: params.x is 1, was 2.']);
  });

  it('a linked file and its flow are not compared if the file has errors, or the flow was deleted or cannot be read', async () => {
    const verified = verifiedGraph(meaningOfBody(body(1), catalog), RUN, digest);
    const broken = await drift(service().client, '{', { verified });
    assert.ok(broken.kind === 'broken');
    assert.equal(broken.activation, 'valid');
    assert.notEqual(broken.refusal, '');
    const never = await drift(service().client, '{');
    assert.equal(never.kind === 'broken' && never.activation, 'never');
    assert.deepEqual(await drift(service(1, gone).client, '{}'), { kind: 'gone' });
    assert.deepEqual(await drift(service(1, refused(501)).client, '{}'), { kind: 'unreadable' });
  });
});

describe('deploy/reads: flow right before it is written', () => {
  const meaning = meaningOfBody(body(1), catalog);
  const check = (
    { client }: Pick<ReturnType<typeof service>, 'client'>,
    seen: Partial<Parameters<typeof requireUnchanged>[2]> = {},
    part?: 'all' | 'settings',
  ): Promise<void> =>
    requireUnchanged(
      deployContext(client, new MemoryLinks(), catalog),
      'Wave',
      { flowId: FLOW, remote: meaning, enabled: true, ...seen },
      part,
    );

  it('a flow right before it is written must be as it was when the deployment was planned', async () => {
    await check(service());
    const message =
      '“Wave” was changed on the service since the plan was made, so it was left as it is. Run the command again to see what changed.';
    await assert.rejects(check(service(2)), { message });
    await assert.rejects(check(service(), { enabled: false }), { message });
    await check(service(1, { data: { ...record, enabled: false } }), { enabled: false });
  });

  it('a flow right before it is written may have other steps right after these were replaced', async () => {
    await check(service(2), {}, 'settings');
    const renamed = service(2, { data: { ...record, name: 'Other' } });
    await assert.rejects(check(renamed, {}, 'settings'), {
      message: /since the plan was made, so only its steps were replaced\. Run/,
    });
  });

  it('a flow right before it is written is not read if it could not be read before, and may be gone', async () => {
    const unread = service(2);
    await check(unread, { remote: undefined });
    assert.deepEqual(unread.calls, []);
    await check(service(1, gone));
  });
});

describe('deploy/reads: flows of a service by name', () => {
  const page = (number: number, hasNext: boolean, names: readonly string[]): unknown => ({
    items: names.map((name, index) => ({ id: uuid(number * 10 + index), name })),
    pagination: { page: number, pageSize: 100, pages: 2, total: 3, hasNext, hasPrev: false },
  });

  it('the flows of a service by name are read once, with all pages, on first use', async () => {
    const { client, calls } = answering({
      listFlows: count => (count === 0 ? page(1, true, ['A', 'B']) : page(2, false, ['A'])),
    });
    const options = { timeoutMs: 5 };
    const findFlowsNamed = createFlowFinder(client, options);
    assert.deepEqual(calls, []);
    assert.deepEqual(
      (await findFlowsNamed('A'))?.map(({ id }) => id),
      [uuid(10), uuid(20)],
    );
    assert.deepEqual(await findFlowsNamed('a'), []);
    assert.deepEqual(calls, [
      ['listFlows', { query: { pageSize: 100, page: 1 } }, options],
      ['listFlows', { query: { pageSize: 100, page: 2 } }, options],
    ]);
  });

  it('the flows of a service by name are unknown if the service has no list, and any other failure is thrown', async () => {
    const none = answering({ listFlows: () => refused(404) });
    assert.equal(await createFlowFinder(none.client, {})('A'), undefined);
    const broken = answering({ listFlows: () => refused(500) });
    await assert.rejects(createFlowFinder(broken.client, {})('A'), ApiError);
  });

  it('the flows of a service by name can be canceled, as can every other call of a deployment', () => {
    const { client } = answering({});
    const links = new MemoryLinks();
    const { signal } = new AbortController();
    const context = deployContext(client, links, catalog, signal);
    assert.equal(context.options.signal, signal);
    assert.deepEqual([context.client, context.links, context.catalog], [client, links, catalog]);
    assert.deepEqual(deployContext(client, links, catalog).options, {});
  });
});

describe('deploy/reads: live run', () => {
  const execution = (status: string): unknown => ({ data: { id: RUN, status } });
  const started = { data: { enqueuedCount: 1, executionIds: [RUN] } };
  const payload = { code: 1 };

  it('a live run is watched to its end', async () => {
    const { client, calls } = answering({
      runFlow: () => started,
      getExecution: count => execution(count === 0 ? 'running' : 'failed'),
    });
    const told: unknown[] = [];
    const { signal } = new AbortController();
    const run = { client, flowId: FLOW, payload, signal };
    const found = await runLive({ ...run, onProgress: ({ status }) => told.push(status) });
    assert.deepEqual(found, [{ id: RUN, status: 'failed' }]);
    assert.deepEqual(told, ['pending', 'running', 'failed']);
    const one = { params: { executionId: RUN } };
    const [[, , options] = []] = calls;
    const { idempotencyKey } = options as { readonly idempotencyKey: string };
    assert.ok(isUuid(idempotencyKey));
    assert.deepEqual(calls, [
      ['runFlow', { params: { flowId: FLOW }, body: { payload } }, { signal, idempotencyKey }],
      ['getExecution', one, { signal }],
      ['getExecution', one, { signal }],
    ]);
  });

  it('a live run that starts no execution has none', async () => {
    const { client, calls } = answering({
      runFlow: () => ({ data: { enqueuedCount: 0, executionIds: [] } }),
    });
    assert.deepEqual(await runLive({ client, flowId: FLOW, payload }), []);
    assert.deepEqual(
      calls.map(([operation]) => operation),
      ['runFlow'],
    );
  });

  it('a live run is aborted if it is no longer needed, whether or not that succeeds', async () => {
    for (const answer of [{ data: {} }, refused(500)]) {
      const { client, calls } = answering({
        runFlow: () => started,
        abortExecution: () => answer,
      });
      const control = new AbortController();
      const run = { client, flowId: FLOW, payload, signal: control.signal };
      const waiting = runLive({ ...run, onProgress: () => control.abort() });
      await assert.rejects(waiting, { name: 'AbortError' });
      assert.deepEqual(calls.at(-1), ['abortExecution', { params: { executionId: RUN } }, undefined]);
    }
  });
});

describe('deploy/reads: digest of a text', () => {
  it('the digest of a text is the first half of SHA-256 in hex', () => {
    assert.equal(digest('abc'), 'ba7816bf8f01cfea414140de5dae2223');
    assert.equal(digest(''), 'e3b0c44298fc1c149afbf4c8996fb924');
  });
});
