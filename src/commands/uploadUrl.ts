import { type Connection, isLocalConnection } from '../stores/connection.ts';
import { secureUrl } from '../util/loopback.ts';

/** Returns the URL to which a file is sent. Throws if it is not at a safe web address. */
export function uploadUrl(text: string | undefined, connection: Connection): URL {
  const url = secureUrl(text ?? '');
  // A service elsewhere must not choose an address of this computer.
  const isSafe = url?.protocol === 'https:' || isLocalConnection(connection);
  if (url && isSafe && url.username === '' && url.password === '') return url;
  throw new Error('The service gave no safe web address to upload the file to, so nothing was sent.');
}
