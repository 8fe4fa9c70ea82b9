/** Thrown where something is asked for that does more than read, check or edit in a workspace that is not trusted. */
export class RestrictedError extends Error {
  constructor() {
    super('This workspace is in Restricted Mode: nothing runs here, and nothing is written to a service.');
    this.name = 'RestrictedError';
  }
}
