/** The file that a body which is not known is read from. */
export const BODY_FILE = 'body.json';

/** A request as it goes over the wire; a body is its JSON, the file that it is read from, or absent where none is sent. */
export interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | { readonly file: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as a curl command for a shell. The key stands as `$API_KEY`. */
export function curlText(baseUrl: string, { method, path, body, headers = {} }: CurlRequest): string {
  const data = typeof body === 'object' ? `@${body.file}` : body && quoted(body);
  const parts = [
    `curl --request ${method} ${quoted(baseUrl + path)}`,
    `--header "Authorization: Bearer $API_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data ${data}`]),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
