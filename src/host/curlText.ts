/** A request as it goes over the wire; bodies are not kept of all. */
export interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request as a curl command for a shell. The key stands as `$API_KEY`, and a body that is not known is read from
 * `body.json`.
 */
export function curlText(baseUrl: string, { method, path, body, headers = {} }: CurlRequest): string {
  const data = body === undefined ? '@body.json' : quoted(body);
  const parts = [
    `curl --request ${method} ${quoted(baseUrl + path)}`,
    `--header "Authorization: Bearer $API_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(method === 'GET' || method === 'DELETE'
      ? []
      : [`--header 'Content-Type: application/json'`, `--data ${data}`]),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
