import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { flowSchema } from '../src/flow/envelopeSchema.ts';
import { FlowTestFile } from '../src/flowTest/testFile.ts';
import { formatted } from './formatted.mjs';

// Writes docs/flow.schema.json, for tools without the extension, and media/flow-test.schema.json, for the editing of
// test files. Requires a Node.js version that runs TypeScript files.

const root = resolve(import.meta.dirname, '..');

/** Path of the generated flow schema. */
export const SCHEMA = resolve(root, 'docs/flow.schema.json');

/** Path of the generated schema of test files. */
export const TEST_SCHEMA = resolve(root, 'media/flow-test.schema.json');

/** Returns the expected schema of test files, as `npm run format` formats it. */
export function flowTestSchemaText() {
  const schema = z.toJSONSchema(FlowTestFile, { target: 'draft-7', io: 'input' });
  return formatted('flow-test.schema.json', JSON.stringify({ ...schema, title: 'Tests of a flow' }));
}

/** Returns the expected flow schema, as `npm run format` formats it. */
export function flowSchemaText() {
  return formatted('flow.schema.json', JSON.stringify(flowSchema));
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(SCHEMA, await flowSchemaText());
  writeFileSync(TEST_SCHEMA, await flowTestSchemaText());
}
