/** What a refusal may say beyond its status, code and sentence. */
export interface RefusalExtras {
  readonly details?: unknown;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Places in the request that do not fit, for the error models that list them. */
  readonly problems?: readonly Problem[];
}

/** A place in a request that does not fit. */
export interface Problem {
  /** Such as `body.actions.0.position`. */
  readonly location: string;
  readonly message: string;
  readonly value: unknown;
}

/** Thrown by handlers to answer with an error; the router words it in the operation's error model (spec 7.1). */
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

/** The refusal for a record that does not exist. */
export function notFound(what: string, code = 'not_found'): Refusal {
  return new Refusal(404, code, `There is no ${what} with this id.`);
}
