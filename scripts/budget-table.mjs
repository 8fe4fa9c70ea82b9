import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUDGETS } from '../src/util/budgets.ts';
import { withMarked } from './formatted.mjs';

// Writes the table of budgets into docs/security.md. Requires a Node.js version that runs TypeScript files.

/** Path of the page. */
export const PAGE = resolve(import.meta.dirname, '../docs/security.md');

const MIB = 1024 * 1024;

/**
 * Each input as the page names it, and the consequence of exceeding a limit, by the name of its budget.
 * @type {Record<keyof typeof BUDGETS, readonly [input: string, beyond: string]>}
 */
export const ROWS = {
  reply: ['JSON response of a service', 'The call fails'],
  event: ['Event stream of a service', 'The stream ends with an error'],
  picture: [
    'Picture of a screen',
    'It is not decoded; the call fails, or the screen is drawn from its elements',
  ],
  video: ['Screen recording', 'It is not played, and can be saved'],
  trace: ['Trace file', 'It is not opened'],
  import: ['Imported flow of another tool', 'The file is refused'],
  trajectory: ['Trajectory of a task that becomes a flow', 'The rest is left out, and the report says so'],
  app: ['App file (.apk, .ipa)', 'It is refused before it is uploaded'],
  flow: ['Flow file or test file', 'It is reported as unreadable, and not changed'],
  input: ['Flow, test, or report file that the command line reads', 'It is reported as unreadable'],
  change: [
    'File that an agent or the command line changes',
    'It stays as it is, and the call or the command says so',
  ],
  edits: ['Edits of an agent', 'Nothing is changed'],
  links: ['Links file', 'Deployments stop; the file is kept'],
  track: ['Track (GPX, GeoJSON)', 'It is not played'],
  delivery: ['Pasted delivery of a webhook', 'It is refused'],
  mail: ['Mail to the sandbox', 'It is refused'],
  receiver: ['Webhook that the local receiver gets', 'It is answered with 413'],
  request: ['Request to the sandbox', 'It is answered with 413'],
  upload: [
    'File sent to a device of the sandbox',
    'It is answered with 413, or with 507 if the device is full',
  ],
  webhookAnswer: ['Answer to a request of a flow in the sandbox', 'The step fails'],
  schema: ['Schema of an action', 'Values are reported as not checked, and shown as JSON'],
  form: [
    'Form and completion for the parameters of an action',
    'The rest is shown as JSON, and completed without stops',
  ],
  check: ['Check of one value against a schema', 'The rest is reported as not checked'],
  batchCheck: ['The same in `validate`, where nobody types', 'The rest is reported as not checked'],
  tree: ['Elements of a screen', 'The rest is left out'],
  standardInput: [
    'Message of an agent on standard input',
    'It is answered with an error, and the next one is read',
  ],
  http: ['Message of an agent over HTTP', 'It is answered with 413'],
};

/** Returns the page with the table as it is in the code. */
export async function pageWithBudgets(page) {
  const rows = Object.entries(BUDGETS).map(([name, budget]) => {
    const [input, beyond] = ROWS[name];
    return `| ${input} | ${limitsOf(budget).join(', ')} | ${beyond} |`;
  });
  const table = ['| Input | At most | Beyond that |', '| --- | --- | --- |', ...rows].join('\n');
  return withMarked('security.md', page, 'budgets', () => table);
}

function limitsOf({ bytes, unpackedBytes, characters, parts = {}, levels, pixels }) {
  return [
    ...(bytes === undefined ? [] : [sizeOf(bytes)]),
    ...(unpackedBytes === undefined ? [] : [`${sizeOf(unpackedBytes)} unpacked`]),
    ...(characters === undefined ? [] : [`${numberOf(characters)} characters`]),
    ...Object.entries(parts).map(([name, most]) => `${numberOf(most)} ${name}`),
    ...(levels === undefined ? [] : [`${levels} levels`]),
    ...(pixels === undefined
      ? []
      : [`${numberOf(pixels.area)} pixels`, `${numberOf(pixels.side)} pixels on a side`]),
  ];
}

function sizeOf(bytes) {
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${numberOf(bytes)} bytes`;
}

function numberOf(value) {
  return value.toLocaleString('en-US');
}

if (import.meta.main) writeFileSync(PAGE, await pageWithBudgets(readFileSync(PAGE, 'utf8')));
