import { flag, listOf, maybe, object, oneOf, type Shape, type Shaped, text } from '../../protocol/shape.ts';

const shape = {
  owner: text,
  field: text,
  as: oneOf('text', 'number', 'json', 'name', 'entry'),
  text,
  before: text,
  sent: maybe(listOf(text)),
};

/** What a person has typed into a field and the file may not say yet. */
export interface Draft {
  /** The step or the settings that the field belongs to; a step may move. */
  owner: string;
  /** The field: the pointer of a part of the form, or a name with a colon before it; an item of a list may move. */
  field: string;
  /** How it is read; the name of an entry is not written before it is handed over. */
  readonly as: Shaped<typeof shape.as>;
  readonly text: string;
  /** What the file said when the typing began, or what it said of it last. */
  before: string;
  /** What was on its way into the file when this was typed, so that the file may say that. */
  sent?: readonly string[] | undefined;
  /** Whether it is a password, which is kept nowhere but in the file. */
  readonly secret?: boolean | undefined;
}

/** A draft as it is kept. */
export const draft: Shape<Draft> = object({ ...shape, secret: maybe(flag) });

/**
 * Where a draft is on its way into the file. One that is only held waits for the person to hand it over; one that was
 * overtaken is of an earlier life of the page, and the file says something newer.
 */
export type DraftStage = 'waiting' | 'flying' | 'written' | 'refused' | 'held' | 'overtaken';

/** A draft with where it is, and why it could not be written where it was refused. */
export interface HeldDraft {
  readonly draft: Draft;
  readonly stage: DraftStage;
  readonly problem?: string;
}

/**
 * What has been typed and is not the file's yet. A field shows its draft in place of the file's value, so that no
 * newer version of the file takes away what somebody types.
 */
export class Drafts {
  readonly #held = new Map<string, HeldDraft>();

  /** Takes what has been typed, in place of what was typed into the field before. */
  type(draft: Draft): void {
    // What was wrong with it is said until it is known whether it still is.
    this.#take(draft, 'waiting', this.#held.get(keyOf(draft))?.problem);
  }

  /** Whether nothing newer has been typed into the field of a draft. */
  isNewest(draft: Draft): boolean {
    return this.#held.get(keyOf(draft))?.draft === draft;
  }

  /** Takes what has been typed and is not to be written by itself. */
  hold(draft: Draft, problem?: string): void {
    this.#take(draft, 'held', problem);
  }

  /** The draft of a field. */
  at(owner: string, field: string): HeldDraft | undefined {
    return this.#held.get(keyOf({ owner, field }));
  }

  /** The drafts of an owner that are to be handed over. */
  waiting(owner: string): readonly Draft[] {
    return [...this.#held.values()]
      .filter(({ draft: one, stage }) => one.owner === owner && stage === 'waiting')
      .map(({ draft: one }) => one);
  }

  /** Marks where a draft is, unless something newer has been typed since. */
  mark(draft: Draft, stage: DraftStage, problem?: string): void {
    const held = this.#held.get(keyOf(draft));
    if (held?.draft !== draft) return;
    const isOnItsWay = stage === 'waiting' || stage === 'flying';
    this.#take(draft, stage, isOnItsWay ? held.problem : problem);
  }

  /** Lets a draft go: the field shows the file's value again. */
  drop(owner: string, field: string): void {
    this.#held.delete(keyOf({ owner, field }));
  }

  /** Has drafts go along with what they belong to; those of what is gone are let go. */
  follow(place: (draft: Draft) => Pick<Draft, 'owner' | 'field'> | undefined): void {
    const all = [...this.#held.values()];
    this.#held.clear();
    for (const held of all) {
      const to = place(held.draft);
      if (to) this.#held.set(keyOf(Object.assign(held.draft, to)), held);
    }
  }

  /** Lets those written drafts of an owner go that need no longer be shown in place of the file's value. */
  settle(owner: string, isOver: (draft: Draft) => boolean): void {
    for (const [key, { draft: one, stage }] of this.#held) {
      if (one.owner === owner && stage === 'written' && isOver(one)) this.#held.delete(key);
    }
  }

  /** Every draft that the file may not hold. */
  get unwritten(): readonly Draft[] {
    return [...this.#held.values()].filter(({ stage }) => stage !== 'written').map(({ draft: one }) => one);
  }

  #take(one: Draft, stage: DraftStage, problem?: string): void {
    this.#held.set(keyOf(one), { draft: one, stage, ...(problem === undefined ? {} : { problem }) });
  }
}

function keyOf({ owner, field }: Pick<Draft, 'owner' | 'field'>): string {
  return `${owner} ${field}`;
}
