import type { SeenRequest } from '../stores/activityStore.ts';

/**
 * A request as a curl command for a shell. The key stands as `$API_KEY`, and a body is read from `body.json`,
 * because bodies are not kept.
 */
export function curlText(baseUrl: string, { method, path }: Pick<SeenRequest, 'method' | 'path'>): string {
  const parts = [
    `curl --request ${method} ${quoted(baseUrl + path)}`,
    `--header "Authorization: Bearer $API_KEY"`,
    ...(method === 'GET' || method === 'DELETE'
      ? []
      : [`--header 'Content-Type: application/json'`, '--data @body.json']),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
