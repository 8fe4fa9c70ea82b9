import { MockAgent } from 'undici';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { ApiError } from '../../src/client/failure.ts';
import type { ClientSettings } from '../../src/client/settings.ts';

const ORIGIN = 'http://127.0.0.1:9';

/** A response of a mocked service. */
export interface Scripted {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fails the connection with this error instead of responding. */
  readonly error?: Error;
}

/** A request to a mocked service. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Returns a client whose service returns the scripted responses in order, and records the requests. */
export function scriptedClient(
  script: readonly Scripted[],
  settings: Partial<ClientSettings> = {},
): { client: Client; seen: Seen[]; waits: number[]; exchanges: Exchange[] } {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(ORIGIN);
  const seen: Seen[] = [];
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const answer of script) {
      const intercept = pool.intercept({ path: () => true, method });
      if (answer.error) {
        intercept.replyWithError(answer.error);
        continue;
      }
      intercept.reply(options => {
        const headers = Object.fromEntries(
          Object.entries(options.headers as Record<string, string>).map(([name, value]) => [
            name.toLowerCase(),
            value,
          ]),
        );
        const body = typeof options.body === 'string' ? (JSON.parse(options.body) as unknown) : undefined;
        seen.push({ method: options.method, path: options.path, headers, body });
        const text = typeof answer.body === 'string' || answer.body instanceof Buffer;
        return {
          statusCode: answer.status,
          data: answer.body === undefined ? '' : text ? (answer.body as string) : JSON.stringify(answer.body),
          responseOptions: {
            headers: { ...(text ? {} : { 'content-type': 'application/json' }), ...answer.headers },
          },
        };
      });
    }
  }
  const waits: number[] = [];
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl: `${ORIGIN}/v1`,
    key: () => Promise.resolve('secret-canary-key'),
    dispatcher: agent,
    random: () => 0,
    wait: ms => {
      waits.push(ms);
      return Promise.resolve();
    },
    onExchange: exchange => exchanges.push(exchange),
    ...settings,
  });
  return { client, seen, waits, exchanges };
}

/** Returns the ApiError with which a call rejects; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call succeeded where it should have failed.');
}

/** An empty page of a page-based list. */
export const EMPTY_PAGE = {
  items: [],
  pagination: { page: 1, pageSize: 20, pages: 0, total: 0, hasNext: false, hasPrev: false },
};
