import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for credentials use. */
export type CredentialServices = BulkServices & Pick<Services, 'credentials' | 'run' | 'secretClipboard'>;
