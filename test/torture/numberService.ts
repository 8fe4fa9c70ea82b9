import { FaultyServer, json } from '../support/faultyServer.ts';

/** The IDs of the action of all steps and of the flow. */
export const ACTION_ID = '11111111-1111-4111-8111-111111111111';
export const FLOW_ID = '22222222-2222-4222-8222-222222222222';
const TRIGGER_ID = '33333333-3333-4333-8333-333333333333';
const NAME = 'Numbers';
const IN_ONE_STEP = 20;
const FLOW = { id: FLOW_ID, name: NAME, triggerId: TRIGGER_ID };

/** A service with at most one flow, whose parameters are number literals stored exactly as sent. */
export class NumberService {
  /** The literals of the flow; undefined while there is no flow. */
  literals: readonly string[] | undefined;
  readonly #server = new FaultyServer();

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  async start(): Promise<this> {
    this.#server.answer = (request, response) => {
      let sent = '';
      request.setEncoding('utf8').on('data', (part: string) => (sent += part));
      request.on('end', () => {
        if (request.url?.endsWith('/validate')) {
          json(404, { code: 'not_found', message: 'There is no such route.' })(request, response);
          return;
        }
        if (sent !== '') this.literals = literalsIn(sent);
        const status = request.method === 'POST' ? 201 : 200;
        if (!request.url?.endsWith('/actions'))
          json(status, this.#flows(request.url ?? ''))(request, response);
        else response.writeHead(status, { 'content-type': 'application/json' }).end(this.#steps());
      });
    };
    await this.#server.start();
    return this;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  #flows(url: string): object {
    if (!url.includes('?')) return { data: FLOW };
    const items = this.literals ? [FLOW] : [];
    const total = items.length;
    return { items, pagination: { page: 1, pageSize: 100, pages: 1, total, hasNext: false, hasPrev: false } };
  }

  #steps(): string {
    const steps = stepsOf(this.literals ?? [], `"flowId":"${FLOW_ID}",`);
    return `{"data":[${steps.join(',')}]}`;
  }
}

/** Returns the text of a flow file whose parameters are these literals. */
export function fileOf(literals: readonly string[]): string {
  const head = `{"name":"${NAME}","triggerId":"${TRIGGER_ID}","actions":[`;
  return `${head}${stepsOf(literals, '').join(',')}]}\n`;
}

/** Returns the literals of the parameters in the JSON text of a flow, in order. */
export function literalsIn(text: string): readonly string[] {
  const places = [...text.matchAll(/"n(\d+)":\s*([^,\s}]+)/g)].map(
    ([, index, literal = '']) => [Number(index), literal] as const,
  );
  return places.toSorted(([a], [b]) => a - b).map(([, literal]) => literal);
}

/** Returns the name of the parameter with the given index. */
export function nameOf(index: number): string {
  return `n${index}`;
}

function stepsOf(literals: readonly string[], flowField: string): readonly string[] {
  const count = Math.ceil(literals.length / IN_ONE_STEP);
  return Array.from({ length: count }, (_, step) => {
    const stepLiterals = literals.slice(step * IN_ONE_STEP, (step + 1) * IN_ONE_STEP);
    const params = stepLiterals.map((literal, index) => `"${nameOf(step * IN_ONE_STEP + index)}":${literal}`);
    const id = `"id":"44444444-4444-4444-8444-${String(step).padStart(12, '0')}",`;
    const fields = `"actionId":"${ACTION_ID}","position":${step + 1}`;
    return `{${flowField === '' ? '' : id}${flowField}${fields},"overrides":{"params":{${params.join(',')}}}}`;
  });
}
