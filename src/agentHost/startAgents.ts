import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { MCP_LABEL, MCP_PROVIDER } from '../manifest.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import type { AgentParts } from './agentParts.ts';
import { cursorServersOf, registerInCursor } from './cursorServers.ts';

/** The part of package.json that names the tools. */
interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

/** The tools for agents in this window. Disposing it removes them. */
interface Agents extends Disposable {
  /** Offers the MCP server of the window to other extensions. */
  readonly mcpServers: Required<
    Pick<
      vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>,
      'provideMcpServerDefinitions' | 'resolveMcpServerDefinition'
    >
  >;
}

/** Registers the tools that package.json declares, and the MCP server. Everything else is loaded on first use. */
export function startAgents(parts: Omit<AgentParts, 'page'>, extension: vscode.Extension<unknown>): Agents {
  const owned = new Disposables();
  const open = once(async () => {
    const page = pathToFileURL(join(extension.extensionPath, 'dist/agentView.html.br'));
    const { AgentHost } = await import('./agentHost.ts');
    return owned.add(new AgentHost({ ...parts, page }));
  });
  const { languageModelTools: tools } = (extension.packageJSON as Manifest).contributes;
  const { lm } = vscode;
  const mcpServers: Agents['mcpServers'] = {
    provideMcpServerDefinitions: async () => (await open()).definitions,
    resolveMcpServerDefinition: async () => (await open()).serve(),
  };
  const cursor = cursorServersOf(vscode);
  for (const { name } of tools) {
    owned.add(
      lm.registerTool<object>(name, {
        prepareInvocation: async ({ input }) => (await open()).prepare(name, input),
        invoke: async ({ input }, token) => (await open()).invoke(name, input, token),
      }),
    );
  }
  owned.add(
    cursor
      ? registerInCursor(
          cursor,
          MCP_LABEL,
          async () => (await open()).address(),
          error => parts.log.warn('The MCP server cannot be registered in Cursor.', String(error)),
        )
      : lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, mcpServers),
  );
  return { mcpServers, dispose: () => owned.dispose() };
}
