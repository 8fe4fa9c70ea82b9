/** The file name in the curl command if the body is not known. */
export const BODY_FILE = 'body.json';

/** An HTTP request. `body` is JSON text or the file that contains it; undefined if no body is sent. */
interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | { readonly file: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Formats a request as a curl command for POSIX shells, with `$API_KEY` in place of the key. */
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
