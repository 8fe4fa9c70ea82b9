import type { Handlers } from '../../runtime/handler.ts';
import type { DebugRuns } from './debugRuns.ts';

/** Creates the handlers for debug runs. */
export function debugHandlers(runs: DebugRuns): Handlers {
  return {
    startDebugRun: ({ body }) => ({ data: runs.start(body) }),
    listDebugRuns: () => ({ data: runs.list() }),
    getTrial: ({ params }) => ({ data: runs.trial(params.trialId) }),
    getDebugRun: ({ params }) => {
      runs.call(params.debugId);
      return { data: runs.get(params.debugId) };
    },
    setDebugBreakpoints: ({ params, body }) => ({
      data: runs.control(params.debugId).setBreakpoints(body.breakpoints, body.breakOnFailure),
    }),
    controlDebugRun: ({ params, body }) => {
      runs.control(params.debugId).command(body);
      return { data: runs.get(params.debugId) };
    },
    readDebugEvents: async ({ params, query, signal }) => {
      const { events } = runs.call(params.debugId);
      const { after = 0, waitSeconds = 0 } = query;
      await events.wait(after, waitSeconds * 1000, signal);
      // A disconnected caller no longer counts as a debugger.
      if (!signal.aborted) runs.touch(params.debugId);
      return { data: events.after(after) };
    },
    getDebugThread: ({ params }) => ({ data: runs.call(params.debugId).details(params.threadId) }),
    evaluateDebugExpression: ({ params, body }) => ({
      data: runs.call(params.debugId).evaluate(params.threadId, body.expression),
    }),
    setDebugValue: ({ params, body }) => ({
      data: runs.control(params.debugId).set(params.threadId, body.expression, body.value),
    }),
    endDebugRun: ({ params, body }) => ({ data: runs.end(params.debugId, body?.run === 'continue') }),
  };
}
