import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for apps use. */
export type AppServices = BulkServices & Pick<Services, 'clients' | 'run' | 'uploads' | 'versions'>;
