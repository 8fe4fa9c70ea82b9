import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { type RequestProblem, Refusal } from '../runtime/refusal.ts';
import { memberOf } from '../../util/isObject.ts';

/** The parts of a request as received. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** Returns the parts of a request as the operation's schemas parse them. Throws a 400 Refusal that lists all problems. */
export function validateRequest(
  operation: Operation,
  raw: RawRequest,
): Readonly<Record<keyof RawRequest, unknown>> {
  const problems: RequestProblem[] = [];
  const check = (part: keyof RawRequest, schema: z.ZodType): unknown => {
    const result = schema.safeParse(raw[part]);
    if (result.success) return result.data;
    for (const issue of result.error.issues) problems.push(toProblem(part, issue, raw[part]));
    return undefined;
  };
  const checked = {
    params: check('params', operation.params),
    query: check('query', operation.query),
    headers: check('headers', operation.headers),
    body: operation.body ? check('body', operation.body) : undefined,
  };
  if (problems.length > 0) throw toRefusal(problems);
  return checked;
}

function toRefusal(problems: readonly RequestProblem[]): Refusal {
  const key = problems.find(problem => problem.location === 'headers.idempotency-key');
  if (key) {
    const message = 'An idempotency key has 1 to 255 printable ASCII characters and no spaces.';
    return new Refusal(400, 'invalid_idempotency_key', message, { problems });
  }
  const [first] = problems;
  const message = first ? `${first.location}: ${first.message}` : 'The request does not fit the interface.';
  return new Refusal(400, 'invalid_request', message, { problems });
}

function toProblem(part: string, issue: z.core.$ZodIssue, value: unknown): RequestProblem {
  const at = issue.path.reduce<unknown>(
    (inner, step) => memberOf(inner, typeof step === 'symbol' ? '' : step),
    value,
  );
  return { location: [part, ...issue.path.map(String)].join('.'), message: issue.message, value: at ?? null };
}
