import { similarTo } from './check/similar.ts';

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

/** Something that a flow names by its id: a device, a trigger, a webhook endpoint or a mailbox. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** The things of one kind that are known; undefined where nothing is known of the kind. */
export type KnownThings = readonly NamedThing[] | undefined;

/** What a flow can refer to. Answers come from memory, whatever the number of actions is. */
export interface FlowCatalogue {
  readonly action: (id: string) => CatalogueAction | undefined;
  /**
   * Actions whose names hold every word of a text, at most `limit`: the one that is the text, those that begin with it,
   * the others, each in the order of their names. All are for an empty text.
   */
  readonly searchActions: (text: string, limit: number) => readonly CatalogueAction[];
  /** The few actions that a mistyped name was likely meant to be, the nearest first. */
  readonly similarActions: (name: string) => readonly CatalogueAction[];
  /** Whether every action is known, so that an id that is not is wrong. */
  readonly complete: boolean;
  readonly devices: KnownThings;
  readonly triggers: KnownThings;
  readonly webhooks: KnownThings;
  readonly mailboxes: KnownThings;
}

/** The things that a catalogue held in memory knows besides actions. */
type Things = Partial<Pick<FlowCatalogue, 'devices' | 'triggers' | 'webhooks' | 'mailboxes'>>;

/** A catalogue of actions that are all in memory. */
export function createCatalogue(actions: Iterable<CatalogueAction>, things: Things = {}): FlowCatalogue {
  const byId = new Map<string, CatalogueAction>();
  for (const action of actions) byId.set(action.id, action);
  const names = new NameIndex(byId.values());
  return {
    action: id => byId.get(id),
    searchActions: (text, limit) => names.search(text, limit),
    similarActions: name => names.similar(name),
    complete: true,
    devices: things.devices,
    triggers: things.triggers,
    webhooks: things.webhooks,
    mailboxes: things.mailboxes,
  };
}

/** Finds things by their names, which are put in order at the first search. */
export class NameIndex<T extends { readonly name: string }> {
  readonly #named: Iterable<T>;
  #sorted: readonly (readonly [name: string, item: T])[] | undefined;

  constructor(named: Iterable<T>) {
    this.#named = named;
  }

  /** As `searchActions` of a catalogue has it. */
  search(text: string, limit: number): readonly T[] {
    const wanted = text.toLowerCase();
    const words = wanted.split(/\s+/);
    const beginning: T[] = [];
    const holding: T[] = [];
    for (const [name, item] of this.#inOrder) {
      if (beginning.length >= limit) break;
      // In the order of names the text itself stands before what begins with it.
      if (name.startsWith(wanted)) beginning.push(item);
      else if (holding.length < limit && words.every(word => name.includes(word))) holding.push(item);
    }
    return [...beginning, ...holding].slice(0, limit);
  }

  /** As `similarActions` of a catalogue has it. */
  similar(name: string): readonly T[] {
    const sorted = this.#inOrder;
    const near = new Set(
      similarTo(
        name,
        sorted.map(([one]) => one),
      ),
    );
    return [...near].flatMap(one => sorted.filter(([own]) => own === one).map(([, item]) => item));
  }

  get #inOrder(): readonly (readonly [name: string, item: T])[] {
    return (this.#sorted ??= [...this.#named]
      .map(item => [item.name.toLowerCase(), item] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));
  }
}
