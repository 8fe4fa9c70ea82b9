import type { ActionService } from '../../../contract/enumerations.ts';

/** A field of a step's output; later steps read it as `{{steps[0].output.field}}`. */
export interface OutputField {
  readonly description: string;
  /** A value that a real run might produce. */
  readonly example: unknown;
}

/** An action of the demo catalog, before it gets its IDs (spec 2.3). */
export interface DemoAction {
  readonly service: ActionService;
  readonly method: string;
  readonly name: string;
  /** The purpose of the action for users, in one to three sentences. */
  readonly description: string;
  /** Default parameters; a flow's `overrides.params` are merged over them. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The JSON Schema of the parameters; absent for an action that takes none or any. */
  readonly paramsSchema?: Readonly<Record<string, unknown>> | boolean;
  /** The visible effect in the sandbox when the step runs, and the conditions under which it fails. */
  readonly effect: string;
  /** The output of the step for later steps. */
  readonly output: Readonly<Record<string, OutputField>>;
}

/** The JSON Schema dialect of most demo schemas. */
export const DIALECT_2020 = 'https://json-schema.org/draft/2020-12/schema';
/** The older JSON Schema dialect of some demo schemas. */
export const DIALECT_7 = 'http://json-schema.org/draft-07/schema#';
/** The oldest JSON Schema dialect that is supported. */
export const DIALECT_4 = 'http://json-schema.org/draft-04/schema#';
