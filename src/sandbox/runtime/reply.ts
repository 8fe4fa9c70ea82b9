/** A reply with extra headers, or with a status other than the operation's. */
export class Reply<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  /** The status; that of the operation by default. */
  readonly status: number | undefined;

  constructor(body: T, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
