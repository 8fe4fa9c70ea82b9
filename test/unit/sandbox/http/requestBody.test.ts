import assert from 'node:assert/strict';
import { readRequestBody } from '../../../../src/sandbox/http/requestBody.ts';
import { Refusal } from '../../../../src/sandbox/runtime/refusal.ts';

function read(body: string): Promise<unknown> {
  return readRequestBody(new Request('http://localhost/', { method: 'POST', body }));
}

describe('sandbox/http/requestBody', () => {
  it('the body of a request is JSON', async () => {
    assert.deepEqual(await read('{"a":[1,2.5,"9007199254740993"]}'), { a: [1, 2.5, '9007199254740993'] });
  });

  for (const number of ['9007199254740993', '-1e400']) {
    it(`the body of a request is refused with a number that loses precision, such as ${number}`, async () => {
      await assert.rejects(
        read(`{"a":[${number}]}`),
        (error: unknown) =>
          error instanceof Refusal && error.status === 400 && error.message.includes(number),
      );
    });
  }
});
