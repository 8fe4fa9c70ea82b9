import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { carriesForeignText, inputSchemaOf } from '../src/agent/toolSchema.ts';
import { TOOLS } from '../src/agent/toolTable.ts';
import { contributes } from '../src/contributions/packageJson.ts';
import { formatted } from './formatted.mjs';

// Writes the commands, menus, key bindings and views of src/contributions, and the tools of src/agent, into package.json. Requires a Node.js version
// that runs TypeScript files.

const PACKAGE = resolve(import.meta.dirname, '../package.json');

/** Returns the expected package.json, as `npm run format` formats it. */
export async function packageText() {
  const manifest = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  const generated = { ...manifest.contributes, ...contributes(agentTools()) };
  return formatted('package.json', JSON.stringify({ ...manifest, contributes: generated }));
}

function agentTools() {
  return TOOLS.map(tool => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    carriesForeignText: carriesForeignText(tool),
  }));
}

if (process.argv[1] === import.meta.filename) writeFileSync(PACKAGE, await packageText());
