import { Refusal } from '../refusal.ts';
import { stableId } from './stableId.ts';

/** The account that owns everything in the sandbox. */
export const OWNER_ID = stableId('owner');

/**
 * The creator that a list is filtered by: `mine` and `createdBy` exclude each other (wire facts 2). Throws a
 * 400 refusal when both are given.
 */
export function createdBy(query: {
  readonly mine?: boolean | undefined;
  readonly createdBy?: string | undefined;
}): string | undefined {
  if (query.mine !== undefined && query.createdBy !== undefined) {
    const problem = { location: 'query.mine', message: 'excludes createdBy', value: query.mine };
    throw new Refusal(400, 'invalid_request', 'Give either mine or createdBy, not both.', {
      problems: [problem],
    });
  }
  return query.mine === true ? OWNER_ID : query.createdBy;
}
