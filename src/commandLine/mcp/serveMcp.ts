import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { diskFiles } from '../../agent/diskFiles.ts';
import { serveStdio } from '../../agent/mcp/serveStdio.ts';
import { toolConnection, sandboxConnection } from '../../agent/toolConnection.ts';
import { type AgentSettings, DEFAULT_SETTINGS, type Profile } from '../../agent/policy.ts';
import type { ToolConnection } from '../../agent/ports.ts';
import { ToolRunner } from '../../agent/toolRunner.ts';
import type { AgentCall } from '../../stores/agentCallStore.ts';
import { SANDBOX } from '../../stores/connection.ts';
import { InputError } from '../../validate/inputFile.ts';
import { type ConnectionOptions, openConnection as openChosen } from '../connection/chosenConnection.ts';
import { orInputError } from '../files.ts';
import { startWorker } from '../test/sandboxWorker.ts';

const ADVICE: AgentSettings['advice'] = {
  profile: 'The user can start the command “mcp” with another --profile.',
  connections: 'The user can start the command “mcp” with another --connection.',
  callsPerSession: 'The user can start the command “mcp” again.',
};

/** Options of the server for agents. */
export interface McpOptions extends ConnectionOptions {
  readonly folder: string;
  readonly profile: Profile;
  readonly dataFile: string | undefined;
  readonly timeScale: number;
  readonly version: string;
  /** The compressed page of the MCP App. */
  readonly page: URL;
}

/** The service that agents may use. */
interface Service {
  readonly opened: ToolConnection;
  readonly close: () => Promise<void>;
}

/** Serves agents on standard input and output, with a sandbox of its own. Throws InputError. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { folder, profile, dataFile, timeScale, version, page } = options;
  const root = await requireFolder(folder);
  const service = await openService(options);
  const worker = await startWorker({ timeScale, loopbackPorts: [], dataFile });
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  const sandbox = sandboxConnection(worker);
  const connections = service ? [sandbox, service.opened] : [sandbox];
  const names = service ? [service.opened.name] : [];
  const settings = { ...DEFAULT_SETTINGS, profile, connections: names, advice: ADVICE };
  const runner = new ToolRunner({
    settings: () => settings,
    connections: () => connections,
    open: ({ id }) => Promise.resolve(connections.find(one => one.id === id) ?? sandbox),
    files: diskFiles(root),
    hasTrust: () => true,
    confirm: undefined,
    record: service ? logCall : () => undefined,
  });
  try {
    await serveStdio({ runner, version, page, clientLabel: 'MCP over standard input' }, stopped.signal);
  } finally {
    await Promise.all([worker.stop(), service?.close()]);
  }
}

/** Opens the connection of a profile that allows one. A variable alone gives agents no access to a service. */
async function openService(options: McpOptions): Promise<Service | undefined> {
  const { profile, connection, keyFile } = options;
  if (profile === 'sandbox') {
    const unused = connection === undefined ? keyFile && '--key-file' : '--connection';
    if (unused === undefined) return undefined;
    throw new InputError(
      `With the profile “sandbox”, agents reach no service. Add --profile read, devices or all, or leave out ${unused}.`,
    );
  }
  const { connection: chosen, client, readState, close } = await openChosen(options);
  if (chosen.name !== SANDBOX.name)
    return { opened: toolConnection(chosen, { client, readState, sandboxClient: undefined }), close };
  await close();
  throw new InputError(
    `The connection must not have the name “${SANDBOX.name}”, which agents use for the sandbox.`,
  );
}

/** Writes a line about a call to standard error, which clients keep as the log of the server. */
function logCall({ at, tool, connection, subjects, outcome, reason }: AgentCall): void {
  const target = [connection, ...subjects.map(({ id }) => id)];
  const line = [new Date(at).toISOString(), tool, ...target, outcome, reason].filter(Boolean).join(' · ');
  process.stderr.write(`${line}\n`);
}

async function requireFolder(folder: string): Promise<string> {
  const found = await orInputError(stat(folder), `The folder ${folder} cannot be used`);
  if (found.isDirectory()) return resolve(folder);
  throw new InputError(`${folder} is not a folder.`);
}
