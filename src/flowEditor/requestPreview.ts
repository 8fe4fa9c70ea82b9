import { curlText } from '../host/curlText.ts';
import { code } from '../util/markdown.ts';
import { fencedBlock, markdownDocument } from '../util/markdownDocument.ts';

/** Returns a Markdown document with the request that creates a flow from a file: the exact body, and a curl command. */
export function requestPreview(
  file: string,
  baseUrl: string,
  flow: Readonly<Record<string, unknown>>,
): string {
  // `$schema` is for editors, and a flow is enabled by activating it only (spec 3.1).
  const fields = Object.entries({ ...flow, enabled: false }).filter(([name]) => name !== '$schema');
  const body = JSON.stringify(Object.fromEntries(fields), undefined, 2);
  return markdownDocument([
    `# Request that creates the flow of ${code(file)}`,
    code(`POST ${baseUrl}/flows`),
    '## Body',
    fencedBlock('json', body),
    '## The same with curl',
    'The key stands as `$API_KEY`; set it in your shell before you run this.',
    fencedBlock('sh', curlText(baseUrl, { method: 'POST', path: '/flows', body })),
  ]);
}
