import { stableId } from './stableId.ts';

/** The account that owns everything in the sandbox. */
export const OWNER_ID = stableId('owner');
