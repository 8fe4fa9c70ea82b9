import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { MessageLimit } from '../../../src/agent/mcp/messageLimit.ts';

const MAX = 4000;

interface Passed {
  readonly output: string;
  readonly answers: readonly Answer[];
}

interface Answer {
  readonly id?: unknown;
  readonly error: { readonly message: string };
}

async function pass(input: string, size: number): Promise<Passed> {
  const answers: Answer[] = [];
  const limit = new MessageLimit(MAX, response => answers.push(response as Answer));
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += size) limit.write(bytes.subarray(at, at + size));
  limit.end();
  return { output: await text(limit), answers };
}

const long = 'x'.repeat(MAX);

it('a message on standard input is passed on whole, in parts of any size', async () => {
  const lines = '{"id":1}\n{"id":2,"text":"ü"}\n\n{"id":3}\n';
  for (const size of [1, 7, 1000]) assert.deepEqual(await pass(lines, size), { output: lines, answers: [] });
  const most = `${'y'.repeat(MAX - 1)}\n`;
  assert.deepEqual(await pass(most, 999), { output: most, answers: [] });
});

it('a message on standard input is answered with an error if it is too long, and the next one is passed on', async () => {
  for (const size of [1, 100, 3999, 100_000]) {
    const { output, answers } = await pass(
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8,"text":"${long}","x":{"id":9}}}\n{"id":2}\n`,
      size,
    );
    assert.equal(output, '{"id":2}\n');
    assert.equal(answers.length, 1);
    assert.equal(answers[0]?.id, 7);
    assert.match(answers[0].error.message, /more than 4000 bytes, which is the limit/);
  }
});

it('a message on standard input is answered by its ID before or after the parameters, never by one in them', async () => {
  const idOf = async (message: string): Promise<unknown> => (await pass(`${message}\n`, 1000)).answers[0]?.id;
  const params = `"params":{"id":"inner","text":"${long}","last":{"id":"inner"}}`;
  assert.equal(await idOf(`{"method":"tools/call",${params},"jsonrpc":"2.0","id":"abc-1"}`), 'abc-1');
  assert.equal(await idOf(`{"method":"tools/call",${params},"id":5,"jsonrpc":"2.0"}`), 5);
  assert.equal(await idOf(`{ "jsonrpc": "2.0", "id": 12, "method": "tools/call", ${params} }`), 12);
  assert.equal(await idOf(`{"method":"tools/call",${params}}`), undefined);
  assert.equal(await idOf(`{"method":"tools/call","params":{"text":"${long}","id":"inner"}}`), undefined);
  assert.equal(await idOf(long + long), undefined);
});
