import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import * as z from 'zod';
import { flowSchema } from '../src/flow/envelopeSchema.ts';
import { FlowTestFile } from '../src/flowTest/testFile.ts';

// Writes docs/flow.schema.json, for tools that do not have the extension, and media/flow-test.schema.json, which helps
// with the files of tests. It needs a Node that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Where the schema is kept. */
export const SCHEMA = resolve(root, 'docs/flow.schema.json');

/** Where the schema of tests is kept. */
export const TEST_SCHEMA = resolve(root, 'media/flow-test.schema.json');

/** The schema of tests as it should be. */
export function flowTestSchemaText() {
  const schema = z.toJSONSchema(FlowTestFile, { target: 'draft-7', io: 'input' });
  return formatted({ ...schema, title: 'Tests of a flow' });
}

/** The file as it should be, formatted as the repository is. */
export function flowSchemaText() {
  return formatted(flowSchema);
}

async function formatted(schema) {
  const options = JSON.parse(readFileSync(resolve(root, '.prettierrc.json'), 'utf8'));
  return format(JSON.stringify(schema), { ...options, parser: 'json' });
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(SCHEMA, await flowSchemaText());
  writeFileSync(TEST_SCHEMA, await flowTestSchemaText());
}
