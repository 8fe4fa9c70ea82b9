import { flag, maybe, object, oneOf, type Shape, type Shaped, text } from '../../protocol/shape.ts';

const shape = {
  owner: text,
  field: text,
  as: oneOf('text', 'number', 'utc', 'json', 'name', 'entry'),
  text,
  before: text,
};

/** What a person has typed into a field and the file may not say yet. */
export interface Draft {
  /** The step or the settings that the field belongs to. */
  readonly owner: string;
  /** The field: the pointer of a part of the form, or a name with a colon before it. */
  readonly field: string;
  /** How it is read; the name of an entry is not written before it is handed over. */
  readonly as: Shaped<typeof shape.as>;
  readonly text: string;
  /** What the file said when the typing began. */
  readonly before: string;
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
    this.#held.set(keyOf(draft), { draft, stage: 'waiting' });
  }

  /** Takes what has been typed and is not to be written by itself. */
  hold(draft: Draft): void {
    this.#held.set(keyOf(draft), { draft, stage: 'held' });
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
    if (this.#held.get(keyOf(draft))?.draft !== draft) return;
    this.#held.set(keyOf(draft), { draft, stage, ...(problem === undefined ? {} : { problem }) });
  }

  /** Lets a draft go: the field shows the file's value again. */
  drop(owner: string, field: string): void {
    this.#held.delete(keyOf({ owner, field }));
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
}

function keyOf({ owner, field }: Pick<Draft, 'owner' | 'field'>): string {
  return `${owner} ${field}`;
}
