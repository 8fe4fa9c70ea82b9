import type { Client } from '../client/client.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { LinkPort } from '../deploy/deployContext.ts';
import type { TaskFlowSource } from '../deploy/readTaskFlow.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { Connection } from '../stores/connection.ts';
import type { AgentCall } from '../stores/agentCallStore.ts';
import type { AgentSettings } from './policy.ts';

/** A connection that tools can use. */
export interface ToolConnection extends Pick<Connection, 'id' | 'name' | 'kind'> {
  readonly client: Client;
  /** The operations that only the sandbox has; undefined for a service. */
  readonly sandboxClient: SandboxClient | undefined;
  /** Reads a UI state at an address that the connection returned, without the key. */
  readonly readState: TaskFlowSource['readState'];
  /** Returns the actions and resources of the connection. */
  readonly catalog: (signal: AbortSignal) => Promise<FlowCatalog>;
}

/** The flow files of a workspace, by paths relative to its folder with `/` separators. */
export interface FlowFiles {
  /** Returns the paths of all flow files in order. */
  readonly list: () => Promise<readonly string[]>;
  /** Returns the text of a file; undefined if there is none. Rejects for a path outside the workspace. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Returns the text of a file of another tool. Rejects for a path outside the workspace, also by symbolic links. */
  readonly readOther: (path: string) => Promise<string>;
  /**
   * Replaces the text of a file by what `change` returns for the current one, which is undefined if there is no file.
   * Changes by others are awaited, and `change` can be called again for their result. Rejects for a path where agents
   * may not write, and if the signal is aborted before the file is changed.
   */
  readonly change: (
    path: string,
    change: (before: string | undefined) => string,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Returns the links of a connection with paths as keys. */
  readonly links: (connectionId: string) => LinkPort;
}

/** A question about one call, with what it will change. */
export interface AgentQuestion {
  readonly question: string;
  readonly detail: string;
  readonly verb: string;
}

/** Everything that tools need from outside. */
export interface AgentPorts {
  readonly settings: () => AgentSettings;
  readonly connections: () => readonly Pick<Connection, 'id' | 'name' | 'kind'>[];
  /** Opens a connection. Rejects with a sentence if nobody is signed in. */
  readonly open: (connection: Pick<Connection, 'id' | 'name' | 'kind'>) => Promise<ToolConnection>;
  readonly files: FlowFiles;
  readonly hasTrust: () => boolean;
  /** Asks the user about a call; undefined if there is nobody to ask. */
  readonly confirm: ((question: AgentQuestion, signal: AbortSignal) => Promise<boolean>) | undefined;
  readonly record: (call: AgentCall) => void;
}
