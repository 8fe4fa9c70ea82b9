import * as vscode from 'vscode';
import { toolConnection } from '../agent/toolConnection.ts';
import { readAgentSettings, refusePhone } from '../agent/policy.ts';
import type { AgentQuestion, ToolConnection } from '../agent/ports.ts';
import { ToolError } from '../agent/tool.ts';
import { toolNamed } from '../agent/toolTable.ts';
import { type CallResult, callErrorText, ToolRunner } from '../agent/toolRunner.ts';
import { ApiError } from '../client/failure.ts';
import { isRealPhone } from '../contract/sandbox/phones.ts';
import { findNamedReference } from '../flow/findNamedReference.ts';
import { dialogs } from '../host/dialogs.ts';
import { logExchange } from '../host/log.ts';
import { MCP_LABEL, SECTION, Setting } from '../manifest.ts';
import { Disposables } from '../util/disposables.ts';
import { offersSandboxOperations, SANDBOX } from '../stores/connection.ts';
import { isObject } from '../util/isObject.ts';
import { escapeMarkdown } from '../util/markdown.ts';
import { once } from '../util/once.ts';
import { plainText } from '../util/plainText.ts';
import type { AgentParts } from './agentParts.ts';
import type { ServerAddress } from './cursorServers.ts';
import { describeCall } from './describeCall.ts';
import { workspaceFiles } from './workspaceFiles.ts';

/** Never called: VS Code asks for the address of the server before it connects. */
const UNRESOLVED = 'http://127.0.0.1/mcp';
const MAX_TARGET_LENGTH = 200;

/** The tools of agents in this window: for the chat, and as an MCP server. Disposing it closes the server. */
export class AgentHost extends Disposables {
  readonly #parts: AgentParts;
  readonly #runner: ToolRunner;
  readonly #server = once(() => this.#startServer());

  constructor(parts: AgentParts) {
    super();
    this.#parts = parts;
    const { agentCalls, connections, links } = parts;
    this.#runner = new ToolRunner({
      settings: readSettings,
      connections: () => connections.all,
      open: connection => this.#open(connection),
      files: workspaceFiles(links),
      hasTrust: () => vscode.workspace.isTrusted,
      confirm,
      record: call => agentCalls.add(call),
    });
    const follow = (): void => (agentCalls.isStopped ? this.#runner.stop() : this.#runner.resume());
    this.add(agentCalls.onDidChange(follow));
    follow();
  }

  /** The MCP server of this window, before it is started. */
  get definitions(): vscode.McpHttpServerDefinition[] {
    const { version } = this.#parts;
    return [new vscode.McpHttpServerDefinition(MCP_LABEL, vscode.Uri.parse(UNRESOLVED), {}, version)];
  }

  /** Starts the MCP server, and returns its address with the token that it asks for. */
  async serve(): Promise<vscode.McpHttpServerDefinition> {
    const { url, headers } = await this.address();
    const uri = vscode.Uri.parse(url);
    return new vscode.McpHttpServerDefinition(MCP_LABEL, uri, { ...headers }, this.#parts.version);
  }

  /** Starts the MCP server, and returns its address. */
  async address(): Promise<ServerAddress> {
    const { url, token } = await this.#server();
    return { url, headers: { Authorization: `Bearer ${token}` } };
  }

  /**
   * Describes a call of the chat. What acts on a device of a service or on a real phone is confirmed there; the runner asks
   * for the rest.
   */
  async prepare(name: string, input: unknown): Promise<vscode.PreparedToolInvocation> {
    const { connections, catalog, session } = this.#parts;
    // The window lists only the devices of the active connection.
    const nameOfDevice = (id: string, connection: string): string | undefined =>
      connection === session.connection?.name
        ? findNamedReference('device', id, catalog.catalog)?.name
        : undefined;
    const isPhone = await this.#mayActOnPhone(name, input);
    const { message, question } = describeCall(name, input, connections.all, nameOfDevice, isPhone);
    if (!question) return { invocationMessage: message };
    // VS Code renders the message as Markdown.
    const confirmationMessages = { title: question.title, message: escapeMarkdown(question.message) };
    return { invocationMessage: message, confirmationMessages };
  }

  /** Runs a tool for the chat. Throws an error with a sentence that says what to do next. */
  async invoke(
    tool: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const control = new AbortController();
    if (token.isCancellationRequested) control.abort();
    const subscription = token.onCancellationRequested(() => control.abort());
    try {
      const result = await this.#runner.run({ tool, input, who: 'Chat', signal: control.signal });
      return toToolResult(result);
    } finally {
      subscription.dispose();
    }
  }

  /** Returns false for a call that acts on no real phone, or will be refused because of the profile. */
  async #mayActOnPhone(tool: string, input: unknown): Promise<boolean> {
    const effects: readonly string[] = toolNamed(tool)?.effects ?? [];
    const { connection: name = SANDBOX.name, deviceId } = isObject(input) ? input : {};
    const connection = this.#parts.connections.all.find(known => known.name === name);
    if (!connection || !offersSandboxOperations(connection)) return false;
    if (!effects.includes('act') || typeof deviceId !== 'string') return false;
    if (refusePhone(readSettings(), effects) !== undefined) return false;
    try {
      const { client } = await this.#open(connection);
      return isRealPhone((await client.getDevice({ params: { deviceId } })).value);
    } catch (error) {
      // The call fails as well if there is no such device.
      return !(error instanceof ApiError && error.status === 404);
    }
  }

  async #open(wanted: Pick<ToolConnection, 'id' | 'name' | 'kind'>): Promise<ToolConnection> {
    const { clients, connections, log } = this.#parts;
    const connection = connections.withId(wanted.id);
    if (!connection) throw new ToolError('This connection was removed. Call list_records with another one.');
    const client = await clients.open(connection, exchange => logExchange(log, exchange));
    if (!client)
      throw new ToolError(
        `Nobody is signed in to “${plainText(connection.name, MAX_TARGET_LENGTH)}”. Ask the user to run the command “Sign In…”.`,
      );
    const sandboxClient = await clients.sandboxOf(connection);
    // Only one of the tools reads UI states.
    const readState: ToolConnection['readState'] = async (address, signal) =>
      (await clients.stateReader(connection))(address, signal);
    return toolConnection(connection, { client, readState, sandboxClient });
  }

  async #startServer() {
    const { serveHttp } = await import('../agent/mcp/serveHttp.ts');
    const { version, page } = this.#parts;
    const server = await serveHttp({ runner: this.#runner, version, page, clientLabel: 'MCP client' });
    this.add({ dispose: () => void server.close() });
    return server;
  }
}

/** Reads the settings of agents, which have application scope, so that no workspace can change them. */
function readSettings(): ReturnType<typeof readAgentSettings> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return readAgentSettings({
    profile: settings.get(Setting.agentProfile),
    connections: settings.get(Setting.agentConnections),
    callsPerMinute: settings.get(Setting.agentCallsPerMinute),
    callsPerSession: settings.get(Setting.agentCallsPerSession),
  });
}

async function confirm({ question, detail, verb }: AgentQuestion, signal: AbortSignal): Promise<boolean> {
  const whole = `An agent asks for this.\n${detail}`;
  const chosen = await dialogs.showWarningMessage(question, { modal: true, detail: whole }, verb);
  return chosen === verb && !signal.aborted;
}

function toToolResult(result: CallResult): vscode.LanguageModelToolResult {
  if ('error' in result) throw new Error(callErrorText(result));
  const { output, picture } = result;
  const text = new vscode.LanguageModelTextPart(JSON.stringify(output));
  const image = picture && imagePart(picture);
  const whole = new vscode.LanguageModelToolResult([text]);
  if (image) whole.content.push(image);
  return whole;
}

/** Returns a picture for a model; undefined in versions of VS Code that have no such part. */
function imagePart(picture: Uint8Array): unknown {
  const known: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  const image = typeof known === 'function' ? (Reflect.get(known, 'image') as unknown) : undefined;
  return typeof image === 'function' ? Reflect.apply(image, known, [picture, 'image/png']) : undefined;
}
