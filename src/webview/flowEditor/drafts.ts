import { flag, listOf, maybe, object, oneOf, type Shape, type Shaped, text } from '../../protocol/shape.ts';

const shape = {
  owner: text,
  field: text,
  as: oneOf('text', 'number', 'duration', 'json', 'name', 'entry'),
  text,
  before: text,
  sent: maybe(listOf(text)),
};

/** Text typed into a field that the file may not contain yet. */
export interface Draft {
  /** The step or the settings that the field belongs to; updated when the step moves. */
  owner: string;
  /** The pointer of a form node, or a name that begins with a colon; updated when list items move. */
  field: string;
  /** The way to parse the text; `entry` is the name of an entry, which is not written automatically. */
  readonly as: Shaped<typeof shape.as>;
  readonly text: string;
  /** The value in the file when typing began or when it was last written. */
  before: string;
  /** Texts being written when this one was typed; the file may contain one of them. */
  sent?: readonly string[] | undefined;
  /** True for a password, which is stored only in the file. */
  readonly secret?: boolean | undefined;
}

export const draft: Shape<Draft> = object({ ...shape, secret: maybe(flag) });

/**
 * The progress of a draft: `flying` while it is being written; `held` until the user submits it; `overtaken` if it was
 * restored but the file has a newer value.
 */
type DraftStage = 'waiting' | 'flying' | 'written' | 'refused' | 'held' | 'overtaken';

/** A draft with its stage, and the reason if it is invalid or was refused. */
export interface HeldDraft {
  readonly draft: Draft;
  readonly stage: DraftStage;
  readonly problem?: string;
}

/**
 * The drafts of all fields. A field shows its draft instead of the value in the file, so that a new version of the file
 * does not discard text while it is being typed.
 */
export class Drafts {
  readonly #held = new Map<string, HeldDraft>();

  /** Stores typed text in place of the previous draft of the field. */
  type(draft: Draft): void {
    // The problem stays visible until the new text has been checked.
    this.#take(draft, 'waiting', this.#held.get(keyOf(draft))?.problem);
  }

  /** Returns true if the draft is the latest of its field. */
  isNewest(draft: Draft): boolean {
    return this.#held.get(keyOf(draft))?.draft === draft;
  }

  /** Stores typed text that is not written automatically. */
  hold(draft: Draft, problem?: string): void {
    this.#take(draft, 'held', problem);
  }

  /** Returns the draft of a field. */
  at(owner: string, field: string): HeldDraft | undefined {
    return this.#held.get(keyOf({ owner, field }));
  }

  /** Returns the drafts of an owner that are to be written. */
  waiting(owner: string): readonly Draft[] {
    return [...this.#held.values()]
      .filter(({ draft, stage }) => draft.owner === owner && stage === 'waiting')
      .map(({ draft }) => draft);
  }

  /** Sets the stage of a draft, unless the field has a newer one. */
  mark(draft: Draft, stage: DraftStage, problem?: string): void {
    const held = this.#held.get(keyOf(draft));
    if (held?.draft !== draft) return;
    const isOnItsWay = stage === 'waiting' || stage === 'flying';
    this.#take(draft, stage, isOnItsWay ? held.problem : problem);
  }

  /** Discards a draft, so that the field shows the value in the file. */
  drop(owner: string, field: string): void {
    this.#held.delete(keyOf({ owner, field }));
  }

  /** Updates the owner and field of all drafts; `locate` returns undefined for those to discard. */
  follow(locate: (draft: Draft) => Pick<Draft, 'owner' | 'field'> | undefined): void {
    const heldDrafts = [...this.#held.values()];
    this.#held.clear();
    for (const held of heldDrafts) {
      const to = locate(held.draft);
      if (to) this.#held.set(keyOf(Object.assign(held.draft, to)), held);
    }
  }

  /** Discards the written drafts of an owner for which `isOver` returns true. */
  settle(owner: string, isOver: (draft: Draft) => boolean): void {
    for (const [key, { draft: heldDraft, stage }] of this.#held) {
      if (heldDraft.owner === owner && stage === 'written' && isOver(heldDraft)) this.#held.delete(key);
    }
  }

  /** All drafts that the file may not contain. */
  get unwritten(): readonly Draft[] {
    return [...this.#held.values()].filter(({ stage }) => stage !== 'written').map(({ draft }) => draft);
  }

  #take(draft: Draft, stage: DraftStage, problem?: string): void {
    this.#held.set(keyOf(draft), { draft, stage, ...(problem === undefined ? {} : { problem }) });
  }
}

function keyOf({ owner, field }: Pick<Draft, 'owner' | 'field'>): string {
  return `${owner} ${field}`;
}
