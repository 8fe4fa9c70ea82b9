import { Option } from '@commander-js/extra-typings';
import { createClient, type Client } from '../../client/client.ts';
import { createDispatcher } from '../../client/dispatcher.ts';
import type { ProxyPolicy } from '../../client/proxyPolicy.ts';
import { createSandboxClient, type SandboxClient } from '../../client/sandboxClient.ts';
import { checkBaseUrl, type Connection, serviceConnection } from '../../stores/connection.ts';
import { isObject } from '../../util/isObject.ts';
import { isLoopbackHost } from '../../util/loopback.ts';
import { looksSecret } from '../../util/secrets.ts';
import { InputError } from '../../validate/inputFile.ts';
import { requireJson, requireText } from '../files.ts';

/** The variables that name a connection and its API key. */
const VARIABLES = {
  connection: 'CLOUD_DEVICES_CONNECTION',
  baseUrl: 'CLOUD_DEVICES_BASE_URL',
  name: 'CLOUD_DEVICES_NAME',
  key: 'CLOUD_DEVICES_API_KEY',
  keyFile: 'CLOUD_DEVICES_API_KEY_FILE',
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

/** Options of commands that use a connection. */
export interface ConnectionOptions {
  /** A JSON file with the address and the name. */
  readonly connection: string | undefined;
  /** A file with the API key. */
  readonly keyFile: string | undefined;
}

/** An open connection to a service. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly client: Client;
  /** The operations of the sandbox; undefined for a service that is not on this computer. */
  readonly sandboxClient: SandboxClient | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the connection that options and variables name. Throws InputError with what is missing. */
export async function openConnection(
  options: ConnectionOptions,
  environment: Environment = process.env,
): Promise<OpenConnection> {
  const connection = await readConnection(options, environment);
  const key = await readKey(options, environment);
  const { baseUrl } = connection;
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname);
  const policy: ProxyPolicy = {
    support: !isLocal,
    ...{ proxy: undefined, noProxy: [], strictSSL: true, authorization: undefined },
    systemCertificates: true,
    environment,
  };
  const dispatcher = createDispatcher(policy);
  const settings = { baseUrl, key: () => Promise.resolve(key), dispatcher };
  return {
    connection,
    client: createClient(settings),
    sandboxClient: isLocal ? createSandboxClient(settings) : undefined,
    close: () => dispatcher.close(),
  };
}

async function readConnection(
  { connection: option }: ConnectionOptions,
  environment: Environment,
): Promise<Connection> {
  const file = option ?? environment[VARIABLES.connection];
  if (file !== undefined && file !== '') return readConnectionFile(file);
  const baseUrl = environment[VARIABLES.baseUrl] ?? '';
  if (baseUrl === '')
    throw new InputError(
      `No service is named. Name a file with --connection, or set ${VARIABLES.baseUrl} to the address of the service.`,
    );
  return checkedConnection(VARIABLES.baseUrl, baseUrl, environment[VARIABLES.name] || undefined);
}

async function readConnectionFile(file: string): Promise<Connection> {
  const value = await requireJson(file, `The connection ${file}`);
  if (!isObject(value) || typeof value['baseUrl'] !== 'string')
    throw new InputError(`${file} is not a JSON object with a text “baseUrl”.`);
  const secret = Object.keys(value).find(looksSecret);
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

async function readKey({ keyFile }: ConnectionOptions, environment: Environment): Promise<string> {
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
