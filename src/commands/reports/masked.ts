import { withoutPasscodes } from '../../util/withoutPasscodes.ts';
import { withoutSecrets } from '../../util/withoutSecrets.ts';

/** Returns a copy of a record for display, with its secrets and passcodes replaced by dots. */
export function masked<T>(record: T): T {
  return withoutSecrets(withoutPasscodes(record)) as T;
}
