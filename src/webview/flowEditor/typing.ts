import type { EditReply } from '../../protocol/flowEditor.ts';
import { type Details, draftGesture, type DraftOutcome, fileText, ownerOf } from './draftWriter.ts';
import { type Draft, Drafts, type HeldDraft } from './drafts.ts';
import type { MakeGesture } from './editQueue.ts';

/** How long after the last key what is typed goes into the file, in milliseconds. */
const TYPING_MS = 150;

/** What typing needs of the page around it. */
export interface TypingPlace {
  /** What the inspector shows. */
  readonly details: () => Details | undefined;
  /** Does an edit in its turn; undefined where the host could not answer. */
  readonly edit: (make: MakeGesture) => Promise<EditReply | undefined>;
  readonly changed: () => void;
  /** The field that has the focus. */
  readonly focused: () => string | undefined;
}

/** What is typed into the fields of the inspector, on its way into the file. */
export class Typing {
  readonly #place: TypingPlace;
  readonly #drafts = new Drafts();
  /** Drafts of an earlier life of the page, which the file may have overtaken. */
  readonly #restored: Set<Draft>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: readonly Draft[], place: TypingPlace) {
    this.#place = place;
    this.#restored = new Set(kept);
    for (const draft of kept) {
      if (draft.as === 'entry') this.#drafts.hold(draft);
      else this.#drafts.type(draft);
    }
  }

  /** What has been typed into a field and is not to be replaced by what the file says. */
  held(field: string): HeldDraft | undefined {
    const held = this.#drafts.at(this.#owner, field);
    return held?.stage === 'overtaken' ? undefined : held;
  }

  /** What was typed into a field in an earlier life of the page, where the file says something newer. */
  overtaken(field: string): string | undefined {
    const held = this.#drafts.at(this.#owner, field);
    return held?.stage === 'overtaken' ? held.draft.text : undefined;
  }

  /** Types what was overtaken after all. */
  takeUp(field: string): void {
    const held = this.#drafts.at(this.#owner, field);
    if (!held) return;
    this.forget(field);
    this.type(field, held.draft.as, held.draft.text);
  }

  /** Keeps the name of an entry that is not handed over yet; an empty one is let go. */
  hold(field: string, text: string): void {
    if (text === '') this.#drafts.drop(this.#owner, field);
    else this.#drafts.hold({ owner: this.#owner, field, as: 'entry', text, before: '' });
    this.#place.changed();
  }

  /** What the file may not hold yet, but for passwords. */
  get unwritten(): readonly Draft[] {
    return this.#drafts.unwritten.filter(({ secret }) => secret !== true);
  }

  /** Whether something waits for a pause of typing. */
  get waits(): boolean {
    return this.#drafts.waiting(this.#owner).length > 0;
  }

  /** Takes what is typed into a field; it goes into the file when typing pauses. */
  type(field: string, as: Draft['as'], text: string, secret?: boolean): void {
    const details = this.#place.details();
    const held = this.held(field);
    const isFresh = held === undefined || held.stage === 'written';
    const before = isFresh ? details && fileText(details, { as, field }) : held.draft.before;
    this.#drafts.type({ owner: this.#owner, field, as, text, before: before ?? '', secret });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), TYPING_MS);
    this.#place.changed();
  }

  /** Writes what was typed into a field that the focus leaves. */
  async leave(field: string): Promise<void> {
    const owner = this.#owner;
    await this.flush();
    if (this.#drafts.at(owner, field)?.stage === 'written') this.#drafts.drop(owner, field);
    this.#place.changed();
  }

  /** Lets go what was typed into a field. */
  forget(field: string): void {
    this.#drafts.drop(this.#owner, field);
    this.#place.changed();
  }

  /** Hands everything over that was typed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(this.#drafts.waiting(this.#owner).map(draft => this.#write(draft)));
  }

  /** Lets drafts go that are in the file; a field that is typed into keeps its text while the file says the same. */
  settle(): void {
    const details = this.#place.details();
    if (!details) return;
    const focused = this.#place.focused();
    const isOver = (draft: Draft): boolean =>
      draft.field !== focused || draftGesture(details, draft).kind !== 'written';
    this.#drafts.settle(ownerOf(details), isOver);
  }

  get #owner(): string {
    const details = this.#place.details();
    return details ? ownerOf(details) : '';
  }

  async #write(draft: Draft): Promise<void> {
    this.#drafts.mark(draft, 'flying');
    const last: { outcome: DraftOutcome } = { outcome: { kind: 'elsewhere' } };
    const reply = await this.#place.edit(() => {
      last.outcome = this.#outcome(draft);
      return last.outcome.kind === 'gesture' ? last.outcome.gesture : undefined;
    });
    const { outcome } = last;
    if (outcome.kind === 'written' || reply?.kind === 'done') this.#drafts.mark(draft, 'written');
    // It is written once its step is shown again.
    else if (outcome.kind === 'elsewhere') this.#drafts.mark(draft, 'waiting');
    else if (outcome.kind === 'overtaken') this.#drafts.mark(draft, 'overtaken');
    else this.#drafts.mark(draft, 'refused', whyNot(outcome, reply));
    this.#restored.delete(draft);
    this.settle();
    this.#place.changed();
  }

  #outcome(draft: Draft): DraftOutcome {
    const details = this.#place.details();
    if (!details || ownerOf(details) !== draft.owner) return { kind: 'elsewhere' };
    const isOvertaken = this.#restored.has(draft) && fileText(details, draft) !== draft.before;
    const outcome = draftGesture(details, draft);
    const isNews = outcome.kind === 'gesture' || outcome.kind === 'unfinished';
    return isOvertaken && isNews ? { kind: 'overtaken' } : outcome;
  }
}

function whyNot(outcome: DraftOutcome, reply: EditReply | undefined): string {
  if (outcome.kind === 'unfinished') return outcome.sentence;
  if (outcome.kind === 'gone') return 'The field is no longer there.';
  if (reply?.kind === 'refused') return reply.sentence;
  return 'The flow changed at the same time. Type again.';
}
