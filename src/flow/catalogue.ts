/** What the flow file's checks and helps need to know of an action (spec 2.3). */
export interface CatalogueAction {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly service?: string | undefined;
  readonly method?: string | null | undefined;
  readonly params?: unknown;
  readonly paramsSchema?: unknown;
}

/** Something that a flow names by its id: a device, a trigger or a webhook endpoint. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** The things of one kind that are known; undefined where nothing is known of the kind. */
export type KnownThings = readonly NamedThing[] | undefined;

/** What a flow can refer to. Answers come from memory, whatever the number of actions is. */
export interface FlowCatalogue {
  readonly action: (id: string) => CatalogueAction | undefined;
  /** Actions in the order of their names that are like a text, at most `limit`; all are for an empty one. */
  readonly searchActions: (text: string, limit: number) => readonly CatalogueAction[];
  /** Whether every action is known, so that an id that is not is wrong. */
  readonly complete: boolean;
  readonly devices: KnownThings;
  readonly triggers: KnownThings;
  readonly webhooks: KnownThings;
}

/** The things that a catalogue held in memory knows besides actions. */
type Things = Partial<Pick<FlowCatalogue, 'devices' | 'triggers' | 'webhooks'>>;

/** A catalogue of actions that are all in memory. */
export function createCatalogue(actions: Iterable<CatalogueAction>, things: Things = {}): FlowCatalogue {
  const byId = new Map<string, CatalogueAction>();
  for (const action of actions) byId.set(action.id, action);
  const search = searchNames(byId.values());
  return {
    action: id => byId.get(id),
    searchActions: search,
    complete: true,
    devices: things.devices,
    triggers: things.triggers,
    webhooks: things.webhooks,
  };
}

/**
 * A search in names: those that hold every word of a text, in the order of their names, at most `limit`; all
 * for an empty text. Names are put in order at the first search.
 */
export function searchNames<T extends { readonly name: string }>(
  named: Iterable<T>,
): (text: string, limit: number) => readonly T[] {
  let sorted: readonly (readonly [name: string, item: T])[] | undefined;
  return (text, limit) => {
    sorted ??= [...named]
      .map(item => [item.name.toLowerCase(), item] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    const words = text.toLowerCase().split(/\s+/);
    const found: T[] = [];
    for (const [name, item] of sorted) {
      if (found.length >= limit) break;
      if (words.every(word => name.includes(word))) found.push(item);
    }
    return found;
  };
}
