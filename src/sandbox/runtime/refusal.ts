/** Optional parts of a refusal. */
interface RefusalExtras {
  readonly details?: unknown;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Invalid parts of the request, for the error models that list them. */
  readonly problems?: readonly RequestProblem[];
}

/** An invalid part of a request. */
export interface RequestProblem {
  /** A dotted path such as `body.actions.0.position`. */
  readonly location: string;
  readonly message: string;
  readonly value: unknown;
}

/** Thrown by handlers to answer with an error; the router converts it to the operation's error model (spec 7.1). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extras: RefusalExtras;

  constructor(status: number, code: string, message: string, extras: RefusalExtras = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** Returns the refusal for a missing record. */
export function notFound(what: string, code = 'not_found'): Refusal {
  return new Refusal(404, code, `There is no ${what} with this id.`);
}

/** Returns the refusal of an action that the state of a record rules out, so that repeating the call is useless. */
export function conflict(code: string, message: string): Refusal {
  return new Refusal(409, code, message, { headers: { 'x-should-retry': 'false' } });
}

/** Returns the refusal of a request with an invalid part. */
export function invalidValue(
  location: string,
  message: string,
  value: unknown,
  code = 'invalid_request',
  status = 400,
): Refusal {
  const problems = [{ location, message, value }];
  return new Refusal(status, code, `${location}: ${message}.`, { problems });
}

/** Throws the refusal of a request with invalid parts, whose message names the first, unless there are none. */
export function refuseProblems(
  problems: readonly RequestProblem[],
  code = 'invalid_request',
  status = 400,
): void {
  const [first] = problems;
  if (first) throw new Refusal(status, code, `${first.location}: ${first.message}.`, { problems });
}
