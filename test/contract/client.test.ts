import assert from 'node:assert/strict';
import type { CallOptions, Reply } from '../../src/client/reply.ts';
import { collect, pages } from '../../src/client/pages.ts';
import { cursorPages } from '../support/cursorPages.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operationIds, operations } from '../../src/contract/operations.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

interface PagedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, number>>;
}

type PagedCall<P> = (input: PagedInput, options?: CallOptions) => Promise<Reply<P>>;
type Page = Parameters<typeof pages<PagedInput, object>>[0];

describe('client', () => {
  let sandbox: TestSandbox;
  let params: Record<string, string>;

  before(async () => {
    sandbox = await testSandbox();
    // Nothing may fall due between two readings of one list.
    sandbox.clock.freeze(true);
    const { client } = sandbox;
    params = {
      mailboxId: (await client.listMailboxes({})).value.items![0]!.id,
      deviceId: (await client.listDevices({})).value.items![0]!.id,
      id: (await client.listWebhooks({})).value.items![0]!.id,
    };
  });

  after(() => sandbox.stop());

  /** Reads a list whole, in pages of this size. */
  async function readAll(id: OperationId, size: number): Promise<object[]> {
    const { paging }: Operation = operations[id];
    const call = sandbox.client[id] as PagedCall<never>;
    const read = (query: PagedInput['query']): Promise<Reply<never>> => call({ params, query });
    const list =
      paging === 'cursor'
        ? cursorPages<object, PagedInput['query']>(read, { limit: size })
        : pages(call as Page, { params, query: { pageSize: size } });
    return collect(list, 10_000);
  }

  const paged = operationIds.filter(id => (operations[id] as Operation).paging !== 'none');

  it('the paged lists of the operations table are all covered', () => {
    assert.ok(paged.length >= 13, paged.join(', '));
  });

  for (const id of paged) {
    it(`the paged list ${id} returns the same records in pages of one as in one large page`, async () => {
      assert.deepEqual(await readAll(id, 1), await readAll(id, 100));
    });
  }
});
