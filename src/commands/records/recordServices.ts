import type { KEYED_LIST_NAMES, ListName } from '../../stores/listNames.ts';
import type { Services } from '../commandServices.ts';

/** The services that the commands for the records of all views use. */
export type RecordServices = Pick<
  Services,
  'documents' | 'session' | ListName | (typeof KEYED_LIST_NAMES)[number]
>;
