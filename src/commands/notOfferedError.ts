import type { ApiError } from '../client/failure.ts';
import type { Operations } from '../contract/operations.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import type { Services } from './services.ts';

type Lists = Pick<Services, 'flows' | 'devices' | 'webhooks' | 'executions' | 'tasks'>;

/** A call of something that the service of the connection does not have; the cause tells the details. */
class NotOfferedError extends Error {
  constructor(summary: string, cause: ApiError) {
    super(`This service does not offer this: ${summary}.`, { cause });
    this.name = 'NotOfferedError';
  }
}

/**
 * The error itself, or one that says that the service does not offer the operation, where that is certain. A 404
 * below a record says so only of a service that does not list such records; else the record is what is missing.
 */
export async function namingWhatIsMissing(services: Lists, error: unknown): Promise<unknown> {
  if (!isNotOffered(error)) return error;
  const { operations } = await import('../contract/operations.ts');
  if (!Object.hasOwn(operations, error.operation)) return error;
  const { path, source, summary } = operations[error.operation as keyof Operations];
  if (source === 'spec') return error;
  const certain = error.status !== 404 || !path.includes('{') || lacksListOf(services, path);
  return certain ? new NotOfferedError(summary, error) : error;
}

/** Throws, in a sentence, where the service of the connection does not have a list. */
export function requireList(list: { readonly notOffered: boolean }, noun: string): void {
  if (list.notOffered) throw new Error(`This service does not list ${noun}.`);
}

function lacksListOf({ flows, devices, webhooks, executions, tasks }: Lists, path: string): boolean {
  const lists = new Map<string, { readonly notOffered: boolean }>([
    ['flows', flows],
    ['devices', devices],
    ['webhooks', webhooks],
    ['executions', executions],
    ['tasks', tasks],
  ]);
  return lists.get(path.split('/')[1] ?? '')?.notOffered === true;
}
