import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { flowSchema } from '../src/flow/envelopeSchema.ts';

// Writes docs/flow.schema.json, for tools that do not have the extension. It needs a Node that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Where the schema is kept. */
export const SCHEMA = resolve(root, 'docs/flow.schema.json');

/** The file as it should be, formatted as the repository is. */
export async function flowSchemaText() {
  const options = JSON.parse(readFileSync(resolve(root, '.prettierrc.json'), 'utf8'));
  return format(JSON.stringify(flowSchema), { ...options, parser: 'json' });
}

if (process.argv[1] === import.meta.filename) writeFileSync(SCHEMA, await flowSchemaText());
