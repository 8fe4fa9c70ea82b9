import type { EditReply } from '../../protocol/flowEditor.ts';
import {
  type Details,
  draftGesture,
  type DraftOutcome,
  fileText,
  ownerAfter,
  ownerOf,
} from './draftWriter.ts';
import { type Draft, Drafts, type HeldDraft } from './drafts.ts';
import type { MakeGesture } from './editQueue.ts';
import type { Places } from './placesAfter.ts';

/**
 * How long after the last key typing has paused, in milliseconds: then what is no value is complained of, what was
 * emptied is taken out of the file, and what is typed next is undone by itself.
 */
const PAUSE_MS = 500;
/** How many keys are undone together at most. */
const LONGEST_RUN = 60;

/** What typing needs of the page around it. */
export interface TypingPlace {
  /** What the inspector shows. */
  readonly details: () => Details | undefined;
  /** Does an edit in its turn; undefined where the host could not answer. */
  readonly edit: (make: MakeGesture, run: number | undefined) => Promise<EditReply | undefined>;
  readonly changed: () => void;
  /** The field that has the focus. */
  readonly focused: () => string | undefined;
}

/** Keys in one field without a pause between them. */
interface Run {
  readonly field: string;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  keys: number;
  hasPaused: boolean;
}

/**
 * What is typed into the fields of the inspector, on its way into the file. A value goes there with its key; while one
 * is on its way, the newest waits for it.
 */
export class Typing {
  readonly #place: TypingPlace;
  readonly #drafts = new Drafts();
  /** Drafts of an earlier life of the page, which the file may have overtaken. */
  readonly #restored: Set<Draft>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #writing = new Set<Promise<void>>();
  /** What was handed to the host and is not answered yet. */
  #sent: Draft | undefined;
  #run: Run | undefined;
  #composes = false;

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

  /** Keeps the name of an entry that is not handed over yet, with why it cannot be; an empty one is let go. */
  hold(field: string, text: string, problem?: string): void {
    if (text === '' && problem === undefined) this.#drafts.drop(this.#owner, field);
    else this.#drafts.hold({ owner: this.#owner, field, as: 'entry', text, before: '' }, problem);
    this.#place.changed();
  }

  /** Whether a field shows what is not on its way into the file. */
  isUnwritten(field: string): boolean {
    const stage = this.held(field)?.stage;
    return stage === 'waiting' || stage === 'refused';
  }

  /** What the file may not hold yet, but for passwords. */
  get unwritten(): readonly Draft[] {
    return this.#drafts.unwritten.filter(({ secret }) => secret !== true);
  }

  /** Whether something waits for a pause of typing. */
  get waits(): boolean {
    return this.#drafts.waiting(this.#owner).length > 0;
  }

  /** Hears whether an input method puts a text together, which is none before it has ended. */
  compose(composes: boolean): void {
    this.#composes = composes;
    if (!composes && this.waits) this.#writeSoon();
  }

  /** Takes what is typed into a field. */
  type(field: string, as: Draft['as'], text: string, secret?: boolean): void {
    const details = this.#place.details();
    const held = this.held(field);
    const isFresh = held === undefined || held.stage === 'written';
    const before = (isFresh ? details && fileText(details, { as, field }) : held.draft.before) ?? '';
    const sent = isFresh ? [] : [...(held.draft.sent ?? []), ...this.#underway(held.draft)];
    this.#drafts.type({ owner: this.#owner, field, as, text, before, sent, secret });
    if (this.#run?.field !== field || this.#run.keys >= LONGEST_RUN)
      this.#run = { field, began: Date.now(), keys: 0, hasPaused: false };
    this.#run.keys++;
    clearTimeout(this.#timer);
    if (!this.#composes) this.#writeSoon();
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

  /** Has what was typed go along with its steps, whose places have changed. */
  followSteps(places: Places): void {
    this.#drafts.follow(({ owner, field }) => {
      const to = ownerAfter(owner, places);
      return to === undefined ? undefined : { owner: to, field };
    });
  }

  /** Has what was typed go along with its fields, whose names a change of what is shown has changed. */
  followFields(after: (field: string) => string | undefined): void {
    const shown = this.#owner;
    this.#drafts.follow(({ owner, field }) => {
      const to = owner === shown ? after(field) : field;
      return to === undefined ? undefined : { owner, field: to };
    });
    this.#place.changed();
  }

  /** Hands everything over that was typed, and waits until it is there. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#run) this.#run.hasPaused = true;
    this.#writeWaiting();
    this.#run = undefined;
    await Promise.all(this.#writing);
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

  #writeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
    this.#writeWaiting();
  }

  #writeWaiting(): void {
    for (const draft of this.#drafts.waiting(this.#owner)) {
      const writing = this.#write(draft, this.#run);
      this.#writing.add(writing);
      void writing.finally(() => this.#writing.delete(writing));
    }
  }

  async #write(draft: Draft, run: Run | undefined): Promise<void> {
    this.#drafts.mark(draft, 'flying');
    const last: { outcome: DraftOutcome } = { outcome: { kind: 'elsewhere' } };
    const reply = await this.#place.edit(() => {
      const outcome = this.#outcome(draft);
      const isFinal = run === undefined || run.hasPaused;
      last.outcome = isFinal || !canWait(outcome) ? outcome : { kind: 'elsewhere' };
      if (last.outcome.kind !== 'gesture') return undefined;
      this.#sent = draft;
      return last.outcome.gesture;
    }, run?.began);
    const { outcome } = last;
    if (this.#sent === draft) this.#sent = undefined;
    if (outcome.kind === 'written' || reply?.kind === 'done') this.#written(draft);
    // It is written once its step is shown again, or typing pauses.
    else if (outcome.kind === 'elsewhere') this.#drafts.mark(draft, 'waiting');
    else if (outcome.kind === 'gesture' && reply?.kind === 'stale') this.#later(draft);
    else if (outcome.kind === 'overtaken') this.#drafts.mark(draft, 'overtaken');
    else this.#drafts.mark(draft, 'refused', whyNot(outcome, reply));
    if (outcome.kind !== 'elsewhere') this.#restored.delete(draft);
    this.settle();
    this.#place.changed();
  }

  /** What of the field of a draft may be in the file soon. */
  #underway(draft: Draft): readonly string[] {
    if (this.#restored.has(draft)) return [draft.text];
    const { owner, field, text } = this.#sent ?? {};
    return text !== undefined && owner === draft.owner && field === draft.field ? [text] : [];
  }

  #written(draft: Draft): void {
    this.#drafts.mark(draft, 'written');
    const newest = this.#drafts.at(draft.owner, draft.field)?.draft;
    if (!newest || newest === draft) return;
    const details = this.#place.details();
    newest.before = details && ownerOf(details) === draft.owner ? fileText(details, draft) : draft.text;
    newest.sent = undefined;
  }

  // The file is changed by somebody else at this very time.
  #later(draft: Draft): void {
    this.#drafts.mark(draft, 'waiting');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  #outcome(draft: Draft): DraftOutcome {
    // A newer text of the field stands in line behind this one.
    if (!this.#drafts.isNewest(draft)) return { kind: 'elsewhere' };
    const details = this.#place.details();
    if (!details || ownerOf(details) !== draft.owner) return { kind: 'elsewhere' };
    const { before, sent } = draft;
    const isOwn =
      sent?.some(one => draftGesture(details, { ...draft, text: one }).kind === 'written') ?? false;
    const isOvertaken = this.#restored.has(draft) && fileText(details, draft) !== before && !isOwn;
    const outcome = draftGesture(details, draft);
    const isNews = outcome.kind === 'gesture' || outcome.kind === 'unfinished';
    return isOvertaken && isNews ? { kind: 'overtaken' } : outcome;
  }
}

// Whoever has emptied a field may go on typing, and then the value keeps its place among the others.
function canWait(outcome: DraftOutcome): boolean {
  if (outcome.kind === 'unfinished') return true;
  if (outcome.kind !== 'gesture') return false;
  const { gesture } = outcome;
  return gesture.kind === 'remove' || (gesture.kind === 'renameStep' && gesture.name === '');
}

function whyNot(outcome: DraftOutcome, reply: EditReply | undefined): string {
  if (outcome.kind === 'unfinished') return outcome.sentence;
  if (outcome.kind === 'gone') return 'The field is no longer there.';
  if (reply?.kind === 'refused') return reply.sentence;
  return 'The window could not write it. Type again.';
}
