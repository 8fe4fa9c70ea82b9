import type { ActionService } from '../../../contract/enumerations.ts';

/** One field of what a step leaves behind; later steps read it as `{{steps[0].output.field}}`. */
export interface OutputField {
  readonly description: string;
  /** A value as a real run gives it. */
  readonly example: unknown;
}

/** An action of the demo catalogue before it gets its ids (spec 2.3). */
export interface DemoAction {
  readonly service: ActionService;
  readonly method: string;
  readonly name: string;
  /** What a person wants to know before choosing it, one to three sentences. */
  readonly description: string;
  /** Values that a step starts from; a flow's `overrides.params` are laid over them. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** JSON Schema of the parameters; absent for an action that takes none or any. */
  readonly paramsSchema?: Readonly<Record<string, unknown>> | boolean;
  /** What a person can observe in the sandbox when the step runs, and when the step fails. */
  readonly effect: string;
  /** What the step leaves for later steps. */
  readonly output: Readonly<Record<string, OutputField>>;
}

/** The dialect of most demo schemas. */
export const DIALECT_2020 = 'https://json-schema.org/draft/2020-12/schema';
/** The older dialect that some demo schemas are written in. */
export const DIALECT_7 = 'http://json-schema.org/draft-07/schema#';
/** The oldest dialect that the product reads. */
export const DIALECT_4 = 'http://json-schema.org/draft-04/schema#';
