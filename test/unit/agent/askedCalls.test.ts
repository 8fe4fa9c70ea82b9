import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { ANSWER_MS, AskedCalls } from '../../../src/agent/mcp/askedCalls.ts';
import type { CallResult } from '../../../src/agent/toolRunner.ts';

type Request = ServerContext['mcpReq'];

const GONE = {
  error: 'The user did not answer in time, and nothing was changed. Call the tool again.',
};
const AGREED = { agreement: { action: 'accept', content: {} } };

/** Returns a request as the handler of a tool gets it. */
function requestOf(state?: string, inputResponses?: object, signal = new AbortController().signal): Request {
  const request = { id: 1, method: 'tools/call', signal, inputResponses, requestState: () => state };
  return request as unknown as Request;
}

function stateOf(result: CallResult | InputRequiredResult): string {
  assert.ok('requestState' in result && typeof result.requestState === 'string');
  return result.requestState;
}

describe('agent/askedCalls', () => {
  /** The answers that calls got. */
  let answers: boolean[];
  let calls: AskedCalls;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    answers = [];
    calls = new AskedCalls({
      run: async (tool, _input, { confirm, signal }) => {
        const question = { question: `${tool}?`, detail: '', verb: 'Yes' };
        const agrees = await confirm?.(question, signal);
        if (signal.aborted) return { error: 'canceled' };
        answers.push(agrees === true);
        return { output: { agrees } };
      },
      reporter: () => undefined,
      server: { getClientCapabilities: () => ({ elicitation: {} }) },
    });
  });
  afterEach(() => mock.timers.reset());

  it('calls whose questions the client asks continue once with the answer', async () => {
    const state = stateOf(await calls.run('one', {}, requestOf()));
    assert.deepEqual(answers, []);
    assert.deepEqual(await calls.run('one', {}, requestOf(state, AGREED)), { output: { agrees: true } });
    assert.deepEqual(await calls.run('one', {}, requestOf(state, AGREED)), GONE);
    assert.deepEqual(answers, [true]);
  });

  it('calls whose questions the client asks are not agreed to by any other answer', async () => {
    for (const given of [
      undefined,
      {},
      { other: AGREED.agreement },
      { agreement: { action: 'decline' } },
      { agreement: { action: 'ACCEPT' } },
      { agreement: true },
    ]) {
      const state = stateOf(await calls.run('one', {}, requestOf()));
      assert.deepEqual(await calls.run('one', {}, requestOf(state, given)), { output: { agrees: false } });
    }
  });

  it('calls whose questions the client asks are neither begun nor agreed to by a state that is unknown or of another tool', async () => {
    for (const unknown of ['', 'made-up', '__proto__'])
      assert.deepEqual(await calls.run('one', {}, requestOf(unknown, AGREED)), GONE);
    const state = stateOf(await calls.run('one', {}, requestOf()));
    assert.deepEqual(await calls.run('two', {}, requestOf(state, AGREED)), GONE);
    assert.deepEqual(answers, []);
  });

  it('calls whose questions the client asks are declined if there is no answer in time', async () => {
    const state = stateOf(await calls.run('one', {}, requestOf()));
    mock.timers.tick(ANSWER_MS);
    assert.deepEqual(await calls.run('one', {}, requestOf(state, AGREED)), GONE);
    assert.deepEqual(answers, [false]);
  });

  it('calls whose questions the client asks are not asked about if the client takes no forms', async () => {
    for (const capabilities of [undefined, {}, { elicitation: { url: {} } }, { elicitation: true }]) {
      const given: unknown[] = [];
      const other = new AskedCalls({
        run: (_tool, _input, { confirm }) => {
          given.push(confirm);
          return Promise.resolve({ output: {} });
        },
        reporter: () => undefined,
        server: { getClientCapabilities: () => capabilities },
      });
      assert.deepEqual(await other.run('one', {}, requestOf()), { output: {} });
      assert.deepEqual(given, [undefined]);
    }
  });
});
