import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { createClient, type Client } from '../../client/client.ts';
import { createDispatcher } from '../../client/dispatcher.ts';
import type { ProxyPolicy } from '../../client/proxyPolicy.ts';
import { createSandboxClient, type SandboxClient } from '../../client/sandboxClient.ts';
import { readUiState } from '../../client/readUiState.ts';
import type { TaskFlowSource } from '../../deploy/readTaskFlow.ts';
import { checkBaseUrl, type Connection, serviceConnection } from '../../stores/connection.ts';
import { counted } from '../../util/counted.ts';
import { isObject } from '../../util/isObject.ts';
import { isLoopbackHost } from '../../util/loopback.ts';
import { isSecretName } from '../../util/secretNames.ts';
import { InputError } from '../../validate/inputFile.ts';
import { explain } from '../../wording/explain.ts';
import { collectNames } from '../sharedOptions.ts';
import { requireJson, requireText } from '../files.ts';

/** The variables that name a connection and its API key. */
const VARIABLES = {
  connection: 'CLOUD_DEVICES_CONNECTION',
  baseUrl: 'CLOUD_DEVICES_BASE_URL',
  name: 'CLOUD_DEVICES_NAME',
  key: 'CLOUD_DEVICES_API_KEY',
  keyFile: 'CLOUD_DEVICES_API_KEY_FILE',
  hosts: 'CLOUD_DEVICES_ALLOWED_HOSTS',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The option that names a connection. */
export function connectionOption(): Option<'--connection <file>'> {
  return new Option(
    '--connection <file>',
    `JSON file with the baseUrl and the name of a service (default: ${VARIABLES.baseUrl} and ${VARIABLES.name})`,
  );
}

/** The option that names a file with the API key. */
export function keyFileOption(): Option<'--key-file <file>'> {
  return new Option('--key-file <file>', `file with the API key (default: ${VARIABLES.key})`);
}

/** The option that names a host to which a file may send the API key. */
export function allowHostOption(): Option<'--allow-host <host>', undefined, undefined, readonly string[]> {
  return new Option(
    '--allow-host <host>',
    `host that a connection file may name, such as api.example.com or 127.0.0.1:4000; can be repeated (default: those in ${VARIABLES.hosts} and that of ${VARIABLES.baseUrl})`,
  ).argParser(collectNames);
}

/** Creates a command that uses a connection. */
export function connectedCommand(name: string): Command<[], Partial<ConnectionOptions>> {
  return new Command(name)
    .addOption(connectionOption())
    .addOption(keyFileOption())
    .addOption(allowHostOption());
}

/** Options of commands that use a connection. */
export interface ConnectionOptions {
  /** A JSON file with the address and the name. */
  readonly connection: string | undefined;
  /** A file with the API key. */
  readonly keyFile: string | undefined;
  /** The hosts that may get the API key if the address is in a file. */
  readonly allowHost: readonly string[] | undefined;
}

/** An open connection to a service. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly client: Client;
  /** The operations of the sandbox; undefined for a service that is not on this computer. */
  readonly sandboxClient: SandboxClient | undefined;
  /** Reads a UI state at an address that the service returned, without the key. */
  readonly readState: TaskFlowSource['readState'];
  readonly close: () => Promise<void>;
}

/** The maximum wait that a service may ask for, in milliseconds. A call ends if it asks for more. */
const MAX_WAIT_MS = 60_000;
/** The shortest wait that is told, in milliseconds. */
const TOLD_WAIT_MS = 1000;

/** Waits before a call is repeated, and says so. */
async function waitAloud(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const seconds = counted(Math.ceil(ms / 1000), 'second');
  if (ms >= TOLD_WAIT_MS) process.stderr.write(`The service asks to wait. Trying again in ${seconds}.\n`);
  await sleep(ms, undefined, { signal });
}

/** Opens a connection for some work, and closes it afterward. Throws InputError with the reason of a failure. */
export async function withConnection<T>(
  options: ConnectionOptions,
  work: (opened: OpenConnection) => Promise<T>,
): Promise<T> {
  const opened = await openConnection(options);
  try {
    return await work(opened);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(explain(error).summary);
  } finally {
    await opened.close();
  }
}

/** Opens the connection that options and variables name. Throws InputError with what is missing. */
export async function openConnection(
  options: ConnectionOptions,
  environment: Environment = process.env,
): Promise<OpenConnection> {
  const connection = await readConnection(options, environment);
  const key = await readKey(options, environment);
  requireAllowed(connection.baseUrl, options, environment);
  return openWith(connection, key, environment);
}

/** The name of the option for the service of phones. */
const PHONE_SERVICE = '--phone-service';

/** The option that names the service of phones. */
export function phoneServiceOption(of: string): Option<'--phone-service <url>'> {
  return new Option(
    `${PHONE_SERVICE} <url>`,
    `service whose devices ${of} names by their IDs, instead of phones of the adb server; its API key is in ${VARIABLES.key}`,
  );
}

/** Opens the service at an address with the API key of the environment. Throws InputError with what is missing. */
export async function openService(
  address: string,
  environment: Environment = process.env,
): Promise<OpenConnection & { readonly key: string }> {
  const connection = checkedConnection(PHONE_SERVICE, address);
  const key = await readKey({ keyFile: undefined }, environment);
  return { ...openWith(connection, key, environment), key };
}

function openWith(connection: Connection, key: string, environment: Environment): OpenConnection {
  const { baseUrl } = connection;
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname);
  const policy: ProxyPolicy = {
    support: !isLocal,
    proxy: undefined,
    noProxy: [],
    strictSSL: true,
    authorization: undefined,
    systemCertificates: true,
    environment,
  };
  const dispatcher = createDispatcher(policy);
  const settings = {
    baseUrl,
    key: () => Promise.resolve(key),
    dispatcher,
    maxWaitMs: MAX_WAIT_MS,
    wait: waitAloud,
  };
  return {
    connection,
    client: createClient(settings),
    sandboxClient: isLocal ? createSandboxClient(settings) : undefined,
    readState: (address, signal) => readUiState(settings, address, { signal }),
    close: () => dispatcher.close(),
  };
}

/** Returns the connection file that is named; undefined if the address is in the environment. */
function fileIn({ connection }: ConnectionOptions, environment: Environment): string | undefined {
  return (connection ?? environment[VARIABLES.connection]) || undefined;
}

async function readConnection(options: ConnectionOptions, environment: Environment): Promise<Connection> {
  const file = fileIn(options, environment);
  if (file !== undefined) return readConnectionFile(file);
  const baseUrl = environment[VARIABLES.baseUrl] ?? '';
  if (baseUrl === '')
    throw new InputError(
      `No service is named. Name a file with --connection, or set ${VARIABLES.baseUrl} to the address of the service.`,
    );
  return checkedConnection(VARIABLES.baseUrl, baseUrl, environment[VARIABLES.name] || undefined);
}

/** Returns the hosts that may get the API key, according to the environment. */
function hostsIn(environment: Environment): readonly string[] {
  const baseUrl = checkBaseUrl(environment[VARIABLES.baseUrl] ?? '');
  const listed = (environment[VARIABLES.hosts] ?? '').split(/[\s,]+/);
  return [...listed, ...('url' in baseUrl ? [new URL(baseUrl.url).host] : [])];
}

/**
 * Throws InputError unless the host of an address is allowed or comes from the environment. A connection file can be that
 * of a pull request, whose author must not choose where the API key is sent.
 */
function requireAllowed(baseUrl: string, options: ConnectionOptions, environment: Environment): void {
  const file = fileIn(options, environment);
  const { host } = new URL(baseUrl);
  const allowed = [...(options.allowHost ?? []), ...hostsIn(environment)];
  if (file === undefined || allowed.some(one => one.toLowerCase() === host)) return;
  throw new InputError(
    `${file} names the host ${host}, which may not get the API key. If it is right, allow it with --allow-host ${host} or in ${VARIABLES.hosts}.`,
  );
}

async function readConnectionFile(file: string): Promise<Connection> {
  const value = await requireJson(file, `The connection ${file}`);
  if (!isObject(value) || typeof value['baseUrl'] !== 'string')
    throw new InputError(`${file} is not a JSON object with a text “baseUrl”.`);
  const secret = Object.keys(value).find(isSecretName);
  if (secret !== undefined)
    throw new InputError(
      `${file} must not contain “${secret}”. Remove it, and pass the API key in ${VARIABLES.key} or --key-file.`,
    );
  const textOf = (name: string): string | undefined => {
    const field: unknown = value[name];
    return typeof field === 'string' && field !== '' ? field : undefined;
  };
  return checkedConnection(file, value['baseUrl'], textOf('name'), textOf('headerPrefix'), textOf('keptAs'));
}

function checkedConnection(
  source: string,
  baseUrl: string,
  name?: string,
  headerPrefix?: string,
  keptAs?: string,
): Connection {
  const checked = checkBaseUrl(baseUrl);
  if ('problem' in checked) throw new InputError(`${source} has an unusable address. ${checked.problem}`);
  return serviceConnection(name ?? new URL(checked.url).host, checked.url, headerPrefix, keptAs);
}

async function readKey(
  { keyFile }: Pick<ConnectionOptions, 'keyFile'>,
  environment: Environment,
): Promise<string> {
  const file = keyFile ?? environment[VARIABLES.keyFile];
  if (file === undefined || file === '') {
    const key = environment[VARIABLES.key]?.trim() ?? '';
    if (key !== '') return key;
    throw new InputError(
      `The API key is missing. Set ${VARIABLES.key}, or name a file that contains the key with --key-file.`,
    );
  }
  const key = (await requireText(file, `The key file ${file}`)).trim();
  if (key === '' || /\s/.test(key)) throw new InputError(`${file} does not contain an API key in one line.`);
  return key;
}
