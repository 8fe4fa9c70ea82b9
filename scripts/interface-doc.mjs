import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { operations } from '../src/contract/operations.ts';
import { sandboxOperations } from '../src/contract/sandboxOperations.ts';

// Writes docs/interface.md from the table of operations. Requires a Node.js version that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Path of the generated page. */
export const PAGE = resolve(root, 'docs/interface.md');

const GROUPS = [
  ['Flows', /^\/flows\b/],
  ['Actions', /^\/(actions|action-catalog)\b/],
  ['Triggers and events', /^\/(triggers|timezones|app-events|events)\b/],
  ['Executions', /^\/executions\b/],
  ['Devices', /^\/devices\b/],
  ['Mailboxes', /^\/mailboxes\b/],
  ['Webhooks', /^\/(webhooks|event-types)\b/],
  ['Tasks, models and agents', /^\/(tasks|models|agents)\b/],
  ['Apps', /^\/apps\b/],
];

const INTRODUCTION = `# The interface of the service

Every operation that the client can call and the sandbox knows, as \`src/contract/operations.ts\` describes them. Paths are below the base URL of a connection, which ends with the version, such as \`/v1\`. Every request carries the API key as a bearer token.

This page is written by \`npm run docs\`; change the table of operations instead of the page.

| Column | Meaning |
| --- | --- |
| Source | Where the operation is known from, strongest first: \`spec\` is [the interface specification](specification.md), \`client\` the public client, \`docs\` public documentation, \`integration\` a public integration, \`guess\` none of them. [Wire facts](wire-facts.md) has what is known from other places than the specification |
| Effect | \`read\` changes nothing, \`write\` changes a record, \`act\` moves a device or reaches a third party, \`destroy\` cannot be undone |
| Repeatable | Whether a repeat after a lost answer changes nothing more. The client repeats such a GET, PUT or DELETE by itself, and any POST or PATCH only with an idempotency key or when the service asks for it |
`;

const SANDBOX_INTRODUCTION = `What the sandbox has beyond the service, as \`src/contract/sandboxOperations.ts\` describes it. The paths begin at the root of the server, not below the version; those below \`/_control\` are offered only with \`--control\`. Nothing outside knows them, so their source is \`guess\`. [The page of the sandbox](sandbox.md) tells more.

`;

/** Returns the expected page, formatted by Prettier. */
export async function interfacePage() {
  const rows = Object.entries(operations);
  const grouped = GROUPS.map(([title, paths]) => [title, rows.filter(([, { path }]) => paths.test(path))]);
  const placed = new Set(grouped.flatMap(([, members]) => members.map(([id]) => id)));
  const homeless = rows.filter(([id]) => !placed.has(id)).map(([id]) => id);
  if (homeless.length > 0) {
    throw new Error(
      `No group of docs/interface.md takes ${homeless.join(', ')}; add one to interface-doc.mjs.`,
    );
  }
  const text = [
    INTRODUCTION,
    ...grouped.map(([title, members]) => section(title, members)),
    section('Only in the sandbox', Object.entries(sandboxOperations), SANDBOX_INTRODUCTION),
  ].join('\n');
  const options = JSON.parse(readFileSync(resolve(root, '.prettierrc.json'), 'utf8'));
  return format(text, { ...options, parser: 'markdown' });
}

function section(title, members, introduction = '') {
  return `## ${title}

${introduction}| Operation | What it does | Request | Source | Effect | Repeatable |
| --- | --- | --- | --- | --- | --- |
${members.map(row).join('\n')}
`;
}

function row([id, { method, path, summary, source, effect, idempotent }]) {
  const cells = [`\`${id}\``, summary, `\`${method} ${path}\``, source, effect, idempotent ? 'yes' : 'no'];
  return `| ${cells.join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, await interfacePage());
