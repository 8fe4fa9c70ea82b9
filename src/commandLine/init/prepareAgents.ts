import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson, propertyOf } from '../../flow/document/jsonTree.ts';
import { applyEdits } from '../../flow/document/textEdits.ts';
import { TextPlan } from '../../flow/edit/textPlan.ts';
import { InputError } from '../../validate/inputFile.ts';
import { AGENTS_FILE } from '../../wording/agentsFile.ts';
import { changeTextInside, createInside } from './changeInside.ts';

const SERVER = 'cloud-devices';

const SETTINGS = { command: 'npx', args: ['--yes', 'cloud-device-automation', 'mcp', '--folder', '.'] };

/** The files in which agents look for MCP servers. All but the first are changed only if their folder exists. */
const SERVER_FILES = ['.mcp.json', '.cursor/mcp.json', '.gemini/settings.json'] as const;

/** Lets coding agents use the flows of a folder. Returns a sentence for each thing that was done. Throws InputError. */
export async function prepareAgents(folder: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const path of SERVER_FILES) {
    if (path !== '.mcp.json' && !existsSync(join(folder, dirname(path)))) continue;
    const isAdded = await changeTextInside(folder, path, text => addServer(join(folder, path), text));
    const file = join(folder, path);
    lines.push(isAdded ? `Added the MCP server ${SERVER} to ${file}.` : `Kept ${file}, which has ${SERVER}.`);
  }
  return [...lines, await createInside(folder, 'AGENTS.md', AGENTS_FILE)];
}

/** Returns a configuration with the server; undefined if it has one of this name. Throws InputError. */
function addServer(file: string, text: string): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ mcpServers: { [SERVER]: SETTINGS } }, undefined, 2)}\n`;
  const { root, problems } = parseJson(text);
  const servers = propertyOf(root, 'mcpServers');
  if (root?.type !== 'object' || problems.length > 0 || (servers && servers.type !== 'object'))
    throw new InputError(
      `${file} cannot be changed, because it is not a JSON object, or its “mcpServers” is none. Correct it, and run the command again.`,
    );
  if (propertyOf(servers, SERVER)) return undefined;
  const plan = new TextPlan(text, root);
  if (servers) plan.addProperty(servers, SERVER, SETTINGS);
  else plan.addProperty(root, 'mcpServers', { [SERVER]: SETTINGS });
  return applyEdits(text, plan.edits());
}
