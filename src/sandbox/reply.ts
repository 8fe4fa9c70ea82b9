/** An answer that differs from what the table says: headers beside the usual body, or another status. */
export class Reply<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  /** The status; that of the table unless given. */
  readonly status: number | undefined;

  constructor(body: T, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
