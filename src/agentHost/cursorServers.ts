import type { Disposable } from '../util/disposables.ts';
import { isObject } from '../util/isObject.ts';

/** The address of an MCP server, with the headers that each request must have. */
export interface ServerAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The API of Cursor, an editor based on VS Code, for the MCP servers of extensions. */
interface CursorServers {
  registerServer(config: { readonly name: string; readonly server: ServerAddress }): void;
  unregisterServer(name: string): void;
}

/** Returns the API of Cursor from the `vscode` module; undefined in other editors. */
export function cursorServersOf(api: object): CursorServers | undefined {
  const cursor: unknown = Reflect.get(api, 'cursor');
  const servers = isObject(cursor) ? cursor['mcp'] : undefined;
  return isCursorServers(servers) ? servers : undefined;
}

/**
 * Starts a server and registers it in Cursor once its address is known. Disposing the result unregisters the server.
 */
export function registerInCursor(
  servers: CursorServers,
  name: string,
  serve: () => Promise<ServerAddress>,
  onProblem: (error: unknown) => void,
): Disposable {
  let state: 'starting' | 'registered' | 'ended' = 'starting';
  const register = async (): Promise<void> => {
    const { url, headers } = await serve();
    if (state === 'ended') return;
    servers.registerServer({ name, server: { url, headers } });
    state = 'registered';
  };
  register().catch(onProblem);
  return {
    dispose: () => {
      if (state === 'registered') servers.unregisterServer(name);
      state = 'ended';
    },
  };
}

function isCursorServers(value: unknown): value is CursorServers {
  return (
    isObject(value) &&
    typeof value['registerServer'] === 'function' &&
    typeof value['unregisterServer'] === 'function'
  );
}
