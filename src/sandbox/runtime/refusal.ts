/** Optional parts of a refusal. */
export interface RefusalExtras {
  readonly details?: unknown;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Invalid parts of the request, for the error models that list them. */
  readonly problems?: readonly Problem[];
}

/** An invalid part of a request. */
export interface Problem {
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
