import { isObject } from '../util/isObject.ts';
import { checkBaseUrl, type Connection, SANDBOX, serviceConnection } from './connection.ts';

/** A connection in the user settings. */
export interface ConnectionSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly headerPrefix?: string;
  /** The original name of a renamed connection, under which its key and links are stored. */
  readonly keptAs?: string;
}

/** An entry of the setting that is ignored, with a sentence about the problem. */
export interface UnusableConnection {
  readonly name: string;
  readonly problem: string;
  /** The connection that it would be; undefined if the problem is not its name. */
  readonly connection?: Connection;
}

/** The entries of the setting. */
interface ConnectionSettings {
  readonly usable: readonly Connection[];
  readonly unusable: readonly UnusableConnection[];
}

/** Checks the entries of the setting. Of entries with the same name, only the first is usable. */
export function checkConnectionSettings(entries: readonly unknown[]): ConnectionSettings {
  const usable: Connection[] = [];
  const unusable: UnusableConnection[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!isConnectionSetting(entry)) {
      const problem = 'It needs a name and an address, both as text.';
      unusable.push({ name: `number ${index + 1}`, problem });
      continue;
    }
    const { name, baseUrl, headerPrefix, keptAs } = entry;
    const checked = checkBaseUrl(baseUrl);
    if ('problem' in checked) {
      unusable.push({ name, problem: checked.problem });
      continue;
    }
    const connection = serviceConnection(name, checked.url, headerPrefix, keptAs);
    const nameProblem = takenNameProblem(name, [SANDBOX, ...usable]);
    if (nameProblem === undefined) usable.push(connection);
    else unusable.push({ name, problem: nameProblem, connection });
  }
  return { usable, unusable };
}

/** Returns a sentence if one of the connections has a name, compared without case. */
export function takenNameProblem(name: string, connections: readonly Connection[]): string | undefined {
  const folded = name.trim().toLowerCase();
  const namesake = connections.find(connection => connection.name.trim().toLowerCase() === folded);
  if (!namesake) return undefined;
  return namesake.kind === 'sandbox'
    ? `“${namesake.name}” is the built-in sandbox; enter another name.`
    : `A connection named “${namesake.name}” already exists; enter another name.`;
}

/** Returns true for an entry of the setting with a name and an address. */
export function isConnectionSetting(value: unknown): value is ConnectionSetting {
  if (!isObject(value)) return false;
  const { name, baseUrl, headerPrefix, keptAs } = value;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof baseUrl === 'string' &&
    [headerPrefix, keptAs].every(text => text === undefined || typeof text === 'string')
  );
}
