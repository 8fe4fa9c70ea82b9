import { isObject, type JsonObject } from '../util/isObject.ts';

/** The text parameter of an action that takes an element, and the property of the element that it is. */
export interface ElementParam {
  readonly path: readonly string[];
  readonly by: 'resourceId' | 'description' | 'text';
}

/** The fields of an action that the checks of flow files and the editing features read (spec 2.3). */
export interface CatalogAction {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly service?: string | undefined;
  readonly method?: string | null | undefined;
  readonly params?: unknown;
  readonly paramsSchema?: unknown;
  /** The JSON Schema of the output of a step, if the service has it; an additional field (docs/sandbox.md). */
  readonly outputSchema?: unknown;
  /** An answer of the user, not of the service; null if the action takes no element. */
  readonly elementParam?: ElementParam | null | undefined;
}

/** Returns the parameters that an action sets. */
export function actionParams(action: Pick<CatalogAction, 'params'> | undefined): JsonObject {
  return isObject(action?.params) ? action.params : {};
}

/** A resource that flows reference by ID: a device, trigger, webhook endpoint, mailbox or app. */
export interface NamedReference {
  readonly id: string;
  readonly name: string;
  /** Facts that tell it apart from others, such as “Android phone”; no ID and no secret. */
  readonly detail?: string | undefined;
  /** The activation of a trigger; absent for other resources and in a catalog stored by an earlier version. */
  readonly activation?: string | undefined;
  /** The JSON Schema of the payload of a trigger, if known. */
  readonly payloadSchema?: unknown;
}

/** The known resources of one kind; undefined if the kind has not been read. */
export type KnownReferences = readonly NamedReference[] | undefined;

/** The expressions that a service understands, by its template context (wire facts 18). */
export interface TemplateRules {
  /** 3 for the syntax that is checked here. */
  readonly version: number;
  /** The first path segments of expressions. */
  readonly roots: readonly string[];
}

/** The actions and resources that flows can reference. All lookups are in memory, whatever the number of actions. */
export interface FlowCatalog {
  readonly action: (id: string) => CatalogAction | undefined;
  /**
   * Returns at most `limit` actions whose names contain every word of a text: exact matches, then prefix matches, then
   * others, each sorted by name. An empty text matches all.
   */
  readonly searchActions: (text: string, limit: number) => readonly CatalogAction[];
  /** Returns the names of all actions in lower case. */
  readonly actionNames: () => readonly string[];
  /** True if every action is known, so that an unknown ID is an error. */
  readonly isComplete: boolean;
  readonly devices: KnownReferences;
  readonly triggers: KnownReferences;
  readonly webhooks: KnownReferences;
  readonly mailboxes: KnownReferences;
  readonly apps: KnownReferences;
  /** The expressions that the service understands; undefined if it does not say. */
  readonly templates?: TemplateRules | undefined;
  /** Returns the apps on a device by package name, undefined until they are read; absent if nobody reads them. */
  readonly installedApps?: ((deviceId: string) => KnownReferences) | undefined;
  /** Returns the capabilities of a device by name, undefined until they are read; absent if nobody reads them. */
  readonly deviceCapabilities?: ((deviceId: string) => JsonObject | undefined) | undefined;
  /** Returns a JSON Schema of the outputs of an action that was learned from runs; absent if nothing was learned. */
  readonly learnedOutput?: ((actionId: string) => object | undefined) | undefined;
}

/** The resources of an in-memory catalog. */
type CatalogResources = Partial<
  Pick<FlowCatalog, 'devices' | 'triggers' | 'webhooks' | 'mailboxes' | 'apps' | 'templates'>
>;

/** Creates a catalog of actions in memory. */
export function createCatalog(
  actions: Iterable<CatalogAction>,
  resources: CatalogResources = {},
): FlowCatalog {
  const byId = new Map<string, CatalogAction>();
  for (const action of actions) byId.set(action.id, action);
  const names = new NameIndex(byId.values());
  return {
    action: id => byId.get(id),
    searchActions: (text, limit) => names.search(text, limit),
    actionNames: () => names.lowerCaseNames,
    isComplete: true,
    devices: resources.devices,
    triggers: resources.triggers,
    webhooks: resources.webhooks,
    mailboxes: resources.mailboxes,
    apps: resources.apps,
    templates: resources.templates,
  };
}

/** Returns a catalog whose actions have the answers of the user about how they take an element, as they are when read. */
export function withElementParams(
  catalog: FlowCatalog,
  paramOf: (actionId: string) => ElementParam | null | undefined,
): FlowCatalog {
  const answered = new WeakMap<CatalogAction, CatalogAction>();
  const withAnswer = (action: CatalogAction): CatalogAction => {
    const elementParam = paramOf(action.id);
    if (elementParam === undefined) return action;
    const known = answered.get(action);
    if (known?.elementParam === elementParam) return known;
    const changed = { ...action, elementParam };
    answered.set(action, changed);
    return changed;
  };
  return {
    ...catalog,
    action: id => {
      const action = catalog.action(id);
      return action && withAnswer(action);
    },
    searchActions: (text, limit) => catalog.searchActions(text, limit).map(withAnswer),
  };
}

/** An index for search by name, sorted at the first search. */
class NameIndex<T extends { readonly name: string }> {
  readonly #named: Iterable<T>;
  #sorted: readonly (readonly [name: string, item: T])[] | undefined;

  constructor(named: Iterable<T>) {
    this.#named = named;
  }

  /** Implements `searchActions` of a catalog. */
  search(text: string, limit: number): readonly T[] {
    const lowerText = text.toLowerCase();
    const words = lowerText.split(/\s+/);
    const beginning: T[] = [];
    const containing: T[] = [];
    for (const [name, item] of this.#inOrder) {
      if (beginning.length >= limit) break;
      // In sorted order, an exact match precedes names that begin with the text.
      if (name.startsWith(lowerText)) beginning.push(item);
      else if (containing.length < limit && words.every(word => name.includes(word))) containing.push(item);
    }
    return [...beginning, ...containing].slice(0, limit);
  }

  /** All names in lower case. */
  get lowerCaseNames(): readonly string[] {
    return this.#inOrder.map(([name]) => name);
  }

  get #inOrder(): readonly (readonly [name: string, item: T])[] {
    return (this.#sorted ??= [...this.#named]
      .map(item => [item.name.toLowerCase(), item] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
  }
}
