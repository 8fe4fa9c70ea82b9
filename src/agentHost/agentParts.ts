import type * as vscode from 'vscode';
import type { Clients } from '../appState/clients.ts';
import type { Connections } from '../appState/connections.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { AgentCallStore } from '../stores/agentCallStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';

/** The services of the window that agents use. */
export interface AgentParts {
  readonly version: string;
  /** The compressed page of the MCP App. */
  readonly page: URL;
  readonly clients: Clients;
  readonly connections: Connections;
  readonly session: Pick<Session, 'connection'>;
  readonly links: FlowLinks;
  readonly log: vscode.LogOutputChannel;
  readonly agentCalls: AgentCallStore;
  readonly catalog: Pick<CatalogStore, 'catalog'>;
}
