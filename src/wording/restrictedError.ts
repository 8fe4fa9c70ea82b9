/** Thrown in an untrusted workspace by operations beyond reading, checking and editing. */
export class RestrictedError extends Error {
  constructor() {
    super('This workspace is in Restricted Mode: nothing runs here, and nothing is written to a service.');
    this.name = 'RestrictedError';
  }
}
