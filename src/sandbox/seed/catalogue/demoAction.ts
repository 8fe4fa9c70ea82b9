import type { ActionService } from '../../../contract/enumerations.ts';

/** An action of the demo catalogue before it gets its ids and times. */
export interface DemoAction {
  readonly service: ActionService;
  readonly method: string;
  readonly name: string;
  readonly description: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Absent for an action that takes any parameters. */
  readonly paramsSchema?: Readonly<Record<string, unknown>> | boolean;
}

/** The dialect of most demo schemas. */
export const DIALECT_2020 = 'https://json-schema.org/draft/2020-12/schema';
/** The older dialect that some demo schemas are written in. */
export const DIALECT_7 = 'http://json-schema.org/draft-07/schema#';
