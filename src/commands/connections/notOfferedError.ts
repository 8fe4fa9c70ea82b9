import type { Client } from '../../client/client.ts';
import { type ApiError, refusalOf } from '../../client/failure.ts';
import { LIST_NAMES } from '../../stores/listNames.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import type { Services } from '../commandServices.ts';

/** The lists that a service may lack. */
const OPTIONAL_LISTS = LIST_NAMES.filter(name => name !== 'mailboxes');

/** The lists that are looked up to tell what a service lacks. */
export type Lists = Pick<Services, (typeof OPTIONAL_LISTS)[number]>;

/** Thrown if the service does not offer an operation; the cause contains the details. */
class NotOfferedError extends Error {
  constructor(summary: string, cause: ApiError) {
    super(`This service does not offer this: ${summary}.`, { cause });
    this.name = 'NotOfferedError';
  }
}

/**
 * Returns the error, or a NotOfferedError if the service certainly does not offer the operation. A 404 on the path of a
 * record is certain only if the service lacks the list of such records; otherwise the record may be missing.
 */
export async function namingWhatIsMissing(services: Lists, error: unknown): Promise<unknown> {
  if (!isNotOffered(error)) return error;
  const { operationWithId } = await import('../../contract/operations.ts');
  const row = operationWithId(error.operation);
  if (!row || row.source === 'spec') return error;
  const { path, summary } = row;
  const certain = error.status !== 404 || !path.includes('{') || lacksListOf(services, path);
  return certain ? new NotOfferedError(summary, error) : error;
}

/**
 * Returns the error of a call for a device, or a NotOfferedError if the service certainly does not offer the operation.
 * A 404 is certain only if the service knows the device, and the answer is not an error of the operation itself.
 */
export async function namingWhatDeviceLacks(
  client: Pick<Client, 'getDevice'>,
  deviceId: string,
  error: unknown,
): Promise<unknown> {
  if (!isNotOffered(error)) return error;
  // Only the operations of devices answer in the format of their errors.
  if (error.status === 404 && refusalOf(error)?.body === 'device') return error;
  const isKnown = async (): Promise<boolean> =>
    client.getDevice({ params: { deviceId } }).then(
      () => true,
      () => false,
    );
  if (error.status === 404 && !(await isKnown())) return error;
  const { operationWithId } = await import('../../contract/operations.ts');
  return new NotOfferedError(operationWithId(error.operation)?.summary ?? error.operation, error);
}

/** Throws an Error with a readable message if the service does not offer a list. */
export function requireList(list: { readonly notOffered: boolean }, noun: string): void {
  if (list.notOffered) throw new Error(`This service does not list ${noun}.`);
}

function lacksListOf(services: Lists, path: string): boolean {
  const [, segment] = path.split('/');
  const listName = segment === 'credentials' ? 'credentialPackages' : segment;
  return OPTIONAL_LISTS.some(name => name === listName && services[name].notOffered);
}
