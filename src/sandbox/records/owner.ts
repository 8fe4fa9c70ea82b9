import { invalidValue } from '../runtime/refusal.ts';
import { stableId } from './stableId.ts';

/** The ID of the account that owns all records in the sandbox. */
export const OWNER_ID = stableId('owner');

/** The fields of a record that name its owner. */
export const OWNED = { createdBy: OWNER_ID, ownerId: OWNER_ID, userId: OWNER_ID } as const;

/**
 * Returns the creator by which a list is filtered, from either `mine` or `createdBy` (wire facts 2). Throws a 400
 * Refusal if both are given.
 */
export function createdBy(query: {
  readonly mine?: boolean | undefined;
  readonly createdBy?: string | undefined;
}): string | undefined {
  if (query.mine !== undefined && query.createdBy !== undefined)
    throw invalidValue('query.mine', 'give either mine or createdBy, not both', query.mine);
  return query.mine === true ? OWNER_ID : query.createdBy;
}
