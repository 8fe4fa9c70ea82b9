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

/** Returns the configurations of agents that are changed in a folder. */
export function serverFilesOf(folder: string): readonly string[] {
  return SERVER_FILES.filter(path => path === '.mcp.json' || existsSync(join(folder, dirname(path))));
}

/** Lets coding agents use the flows of a folder. Yields a sentence for each thing when it is done. Throws InputError. */
export async function* prepareAgents(folder: string): AsyncGenerator<string> {
  for (const path of serverFilesOf(folder)) {
    const file = join(folder, path);
    const isAdded = await changeTextInside(folder, path, text => addServer(file, text));
    yield isAdded ? `Added the MCP server ${SERVER} to ${file}.` : `Kept ${file}, which has ${SERVER}.`;
  }
  yield await createInside(folder, 'AGENTS.md', AGENTS_FILE);
}

/** Returns a configuration with the server; undefined if it has one of this name. Throws InputError. */
function addServer(file: string, text: string): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ mcpServers: { [SERVER]: SETTINGS } }, undefined, 2)}\n`;
  const { root, problems } = parseJson(text);
  const servers = propertyOf(root, 'mcpServers');
  // The programs that read these files accept comments and trailing commas.
  const isBroken = problems.some(({ severity }) => severity === 'error');
  if (root?.type !== 'object' || isBroken || (servers && servers.type !== 'object'))
    throw new InputError(
      `${file} cannot be changed, because it is not a JSON object, or its “mcpServers” is not an object. Correct it, and run the command again.`,
    );
  if (propertyOf(servers, SERVER)) return undefined;
  const plan = new TextPlan(text, root);
  if (servers) plan.addProperty(servers, SERVER, SETTINGS);
  else plan.addProperty(root, 'mcpServers', { [SERVER]: SETTINGS });
  return applyEdits(text, plan.edits());
}
