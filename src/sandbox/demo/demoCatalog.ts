import { isObject, memberOf } from '../../util/isObject.ts';
import { stableId } from '../records/stableId.ts';
import catalog from './catalog.json' with { type: 'json' };

/** An action of the demo catalog (spec 2.3). */
interface DemoAction {
  readonly id: string;
  readonly service: string;
  readonly method: string;
  readonly name: string;
  /** The purpose of the action for users, in one to three sentences. */
  readonly description: string;
  /** Default parameters; a flow's `overrides.params` are merged over them. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The JSON Schema of the parameters; absent for an action that takes none or any. */
  readonly paramsSchema?: Readonly<Record<string, unknown>> | boolean | undefined;
  /** The visible effect in the sandbox when the step runs, and the conditions under which it fails. */
  readonly effect: string;
  /** The JSON Schema of the output, which later steps read as `{{steps.<key>.body.<field>}}`; each field has an example. */
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

/** The actions of the demo catalog, by service. */
export const demoCatalog: readonly DemoAction[] = catalog;

/** Returns the ID of the saved action for a method such as `device.tap`; flow files refer to it. */
export function demoActionId(method: string): string {
  return stableId(`action:${method}`);
}

/** Returns the ID of the catalog entry for a method such as `device.tap`. */
export function demoCatalogEntryId(method: string): string {
  return stableId(`entry:${method}`);
}

/** Returns an output that a real run of an action might have. */
export function exampleOutput({ outputSchema }: DemoAction): Readonly<Record<string, unknown>> {
  const properties = outputSchema['properties'];
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, memberOf(memberOf(schema, 'examples'), 0) ?? null]),
  );
}
