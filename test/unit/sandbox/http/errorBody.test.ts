import assert from 'node:assert/strict';
import { ErrorBodies } from '../../../../src/contract/errors.ts';
import type { ErrorModel } from '../../../../src/contract/operation.ts';
import { errorBody } from '../../../../src/sandbox/http/errorBody.ts';
import { failureResponse } from '../../../../src/sandbox/http/respond.ts';
import { Refusal } from '../../../../src/sandbox/runtime/refusal.ts';

const TRACE = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const problems = [{ location: 'body.x', message: 'too small', value: -1 }];
const refusal = new Refusal(422, 'too_small', 'x is too small.', { problems, retryAfterSeconds: 3 });

const expected: Readonly<Record<ErrorModel, unknown>> = {
  api: {
    code: 'too_small',
    message: 'x is too small.',
    details: problems,
    retryAfterSeconds: 3,
    traceId: TRACE,
  },
  mailbox: { code: 'too_small', message: 'x is too small.', retryAfterSeconds: 3, traceId: TRACE },
  flow: { code: 'too_small', message: 'x is too small.' },
  plain: { error: 'x is too small.' },
  device: {
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'x is too small.',
    type: 'urn:problem:too_small',
    instance: `urn:trace:${TRACE}`,
    errors: problems,
  },
};

describe('sandbox/http/errorBody', () => {
  for (const model of Object.keys(expected) as ErrorModel[]) {
    it(`an error response uses the ${model} model and matches the contract`, () => {
      const body = errorBody(model, refusal, TRACE);
      assert.deepEqual(body, expected[model]);
      assert.equal(ErrorBodies[model].safeParse(body).success, true);
    });

    for (const status of [401, 500]) {
      it(`an error response with ${status} uses the API envelope instead of the ${model} model`, () => {
        const body = errorBody(model, new Refusal(status, 'c', 'm.'), TRACE);
        assert.deepEqual(body, { code: 'c', message: 'm.', traceId: TRACE });
      });
    }
  }

  it('an error response has its headers, the wait, and the trace', () => {
    const extras = { headers: { 'x-should-retry': 'true' }, retryAfterSeconds: 3 };
    const { status, headers } = failureResponse('api', new Refusal(409, 'c', 'm.', extras), TRACE);
    assert.equal(status, 409);
    const told = ['x-should-retry', 'retry-after', 'x-trace-id', 'content-type'].map(name =>
      headers.get(name),
    );
    assert.deepEqual(told, ['true', '3', TRACE, 'application/json']);
  });
});
