import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isObject } from '../../util/isObject.ts';
import type { AgentQuestion } from '../ports.ts';
import type { CallRequest, CallResult } from '../toolRunner.ts';

const KEY = 'agreement';
const NO_FIELDS = { type: 'object' as const, properties: {} };
const GONE = 'The user did not answer in time, and nothing was changed. Call the tool again.';

/** The time in milliseconds that the user has for an answer. */
export const ANSWER_MS = 10 * 60_000;

type Request = ServerContext['mcpReq'];
type Call = Pick<CallRequest, 'signal' | 'onProgress' | 'confirm'>;

/** A call that waits for the answer of the user. */
interface AskedCall {
  readonly tool: string;
  /** Continues the call with the answer. Its signal and its progress are those of the new request. */
  readonly proceed: (agrees: boolean, request: Request) => Promise<CallResult>;
}

/** The parts of a server that these calls use. */
interface AskedCallParts {
  /** Runs a tool; `confirm` is undefined for a client that cannot ask its user. */
  readonly run: (tool: string, input: unknown, call: Call) => Promise<CallResult>;
  /** Returns a function that reports progress to the client; undefined if it did not ask for that. */
  readonly reporter: (request: Request) => CallRequest['onProgress'];
  /** The server, which knows what a client that began with `initialize` can do. */
  readonly server: { readonly getClientCapabilities: () => unknown };
}

/**
 * The calls of one client that asks its user by elicitation. A request is answered with the question, and the client
 * repeats it with the answer. The call waits meanwhile, so that it does exactly what the user agreed to.
 */
export class AskedCalls {
  readonly #parts: AskedCallParts;
  readonly #waiting = new Map<string, AskedCall>();

  constructor(parts: AskedCallParts) {
    this.#parts = parts;
  }

  /** Runs a tool for a request, or continues the call that the request has the answer for. */
  async run(tool: string, input: unknown, request: Request): Promise<CallResult | InputRequiredResult> {
    const id = request.requestState<string>();
    if (id === undefined) return this.#begin(tool, input, request);
    const asked = this.#waiting.get(id);
    if (asked?.tool !== tool) return { error: GONE };
    this.#waiting.delete(id);
    const answer = inputResponse(request.inputResponses, KEY);
    return asked.proceed(answer.kind === 'elicit' && answer.action === 'accept', request);
  }

  async #begin(tool: string, input: unknown, request: Request): Promise<CallResult | InputRequiredResult> {
    const { run, reporter } = this.#parts;
    const question = Promise.withResolvers<AgentQuestion>();
    const answer = Promise.withResolvers<boolean>();
    const control = new AbortController();
    const follow = ({ signal }: Request): void => {
      if (signal.aborted) control.abort();
      else signal.addEventListener('abort', () => control.abort());
    };
    follow(request);
    let report = reporter(request);
    const confirm = (asked: AgentQuestion): Promise<boolean> => {
      question.resolve(asked);
      return answer.promise;
    };
    const result = run(tool, input, {
      signal: control.signal,
      onProgress: progress => report?.(progress),
      confirm: this.#canAsk(request) ? confirm : undefined,
    });
    const first = await Promise.race([result, question.promise]);
    if (!('question' in first)) return first;
    const id = randomUUID();
    const late = setTimeout(() => {
      this.#waiting.delete(id);
      answer.resolve(false);
    }, ANSWER_MS);
    // The process does not stay alive for a question.
    late.unref();
    const proceed = (agrees: boolean, next: Request): Promise<CallResult> => {
      follow(next);
      report = reporter(next);
      answer.resolve(agrees);
      return result;
    };
    this.#waiting.set(id, { tool, proceed });
    void result.then(() => {
      clearTimeout(late);
      this.#waiting.delete(id);
    });
    const message = [first.question, first.detail].filter(Boolean).join('\n');
    const elicitation = inputRequired.elicit({ message, requestedSchema: NO_FIELDS });
    return inputRequired({ inputRequests: { [KEY]: elicitation }, requestState: id });
  }

  #canAsk({ envelope }: Request): boolean {
    // In newer versions of the protocol, each request says what the client can do.
    const sent: unknown = envelope && Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY);
    const given = sent ?? this.#parts.server.getClientCapabilities();
    const elicitation = isObject(given) ? given['elicitation'] : undefined;
    // Without modes, a client means forms.
    return isObject(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
  }
}
