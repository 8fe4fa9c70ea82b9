import type { EditReply } from '../../protocol/flowEditor.ts';
import { type Details, draftEdit, type DraftOutcome, fileText, ownerAfter, ownerOf } from './draftWriter.ts';
import { type Draft, Drafts, type HeldDraft } from './drafts.ts';
import type { MakeEdit } from './editQueue.ts';
import type { StepMoves } from './matchSteps.ts';

/** Pause in typing in milliseconds, after which typed text is written to the file as one undo unit. */
const PAUSE_MS = 500;

/** The dependencies of Typing. */
interface TypingContext {
  /** Returns the inspector content. */
  readonly details: () => Details | undefined;
  /** Returns the version of the file that is shown. */
  readonly version: () => number;
  /** Sends an edit in its turn; returns undefined if the request fails. */
  readonly edit: (make: MakeEdit) => Promise<EditReply | undefined>;
  readonly changed: () => void;
  /** Returns the field that has the focus. */
  readonly focused: () => string | undefined;
}

/** Writes the text typed into inspector fields to the file after a pause, and before anything else happens. */
export class Typing {
  readonly #context: TypingContext;
  readonly #drafts = new Drafts();
  /** Restored drafts of an earlier instance of the webview; the file may have newer values. */
  readonly #restored: Set<Draft>;
  /** The version that was shown when a draft was typed. */
  readonly #versions = new WeakMap<Draft, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #writing = new Set<Promise<void>>();
  /** The draft sent to the extension and not answered yet. */
  #sent: Draft | undefined;
  #composes = false;

  constructor(kept: readonly Draft[], context: TypingContext) {
    this.#context = context;
    this.#restored = new Set(kept);
    for (const draft of kept) {
      if (draft.as === 'entry') this.#drafts.hold(draft);
      else this.#drafts.type(draft);
    }
  }

  /** Returns the draft that a field shows in place of the value in the file. */
  held(field: string): HeldDraft | undefined {
    const held = this.#drafts.at(this.#owner, field);
    return held?.stage === 'overtaken' ? undefined : held;
  }

  /** Returns the restored text of a field if the file has a newer value. */
  overtaken(field: string): string | undefined {
    const held = this.#drafts.at(this.#owner, field);
    return held?.stage === 'overtaken' ? held.draft.text : undefined;
  }

  /** Uses the overtaken text after all. */
  takeUp(field: string): void {
    const held = this.#drafts.at(this.#owner, field);
    if (!held) return;
    this.forget(field);
    this.type(field, held.draft.as, held.draft.text);
  }

  /** Stores an entry name that is not submitted yet, even if it is empty, with the reason if it is invalid. */
  hold(field: string, text: string, problem?: string): void {
    this.#drafts.hold(this.#create({ owner: this.#owner, field, as: 'entry', text, before: '' }), problem);
    this.#context.changed();
  }

  /** Returns true if the file lacks the text of a field because it is invalid or was refused. */
  isInvalid(field: string): boolean {
    const held = this.held(field);
    if (held?.stage === 'refused') return true;
    return held?.stage === 'waiting' && this.#outcome(held.draft).kind === 'unfinished';
  }

  /** Returns true if the text of a field is not in the file yet. */
  isPending(field: string): boolean {
    const stage = this.held(field)?.stage;
    return stage === 'waiting' || stage === 'flying';
  }

  /** Drafts that the file may not contain yet, except passwords. */
  get unwritten(): readonly Draft[] {
    return this.#drafts.unwritten.filter(({ secret }) => secret !== true);
  }

  /** Returns true if the text of a field, or of one in it, is not in the file. */
  hasTextIn(field: string): boolean {
    return this.unwritten.some(
      ({ owner, field: typed }) =>
        owner === this.#owner &&
        (typed === field || (/^[/:]/.test(typed.slice(field.length)) && typed.startsWith(field))),
    );
  }

  /** True while drafts wait to be written. */
  get waits(): boolean {
    return this.#drafts.waiting(this.#owner).length > 0;
  }

  /** Sets whether an input method is composing; text is not written during composition. */
  compose(composes: boolean): void {
    this.#composes = composes;
    if (!composes && this.waits) this.#writeSoon();
  }

  /** Stores typed text, which is written after a pause. */
  type(field: string, as: Draft['as'], text: string, secret?: boolean): void {
    const details = this.#context.details();
    const held = this.held(field);
    const isFresh = held === undefined || held.stage === 'written';
    const before = (isFresh ? details && fileText(details, { as, field }) : held.draft.before) ?? '';
    const sent = isFresh ? [] : [...(held.draft.sent ?? []), ...this.#underway(held.draft)];
    this.#drafts.type(this.#create({ owner: this.#owner, field, as, text, before, sent, secret }));
    clearTimeout(this.#timer);
    if (!this.#composes) this.#writeSoon();
    this.#context.changed();
  }

  /** Writes the draft of a field that loses the focus. */
  async leave(field: string): Promise<void> {
    const owner = this.#owner;
    await this.flush();
    if (this.#drafts.at(owner, field)?.stage === 'written') this.#drafts.drop(owner, field);
    this.#context.changed();
  }

  /** Discards the draft of a field. */
  forget(field: string): void {
    this.#drafts.drop(this.#owner, field);
    this.#context.changed();
  }

  /** Updates the drafts after steps have moved. */
  followSteps(moves: StepMoves): void {
    this.#drafts.follow(({ owner, field }) => {
      const to = ownerAfter(owner, moves);
      return to === undefined ? undefined : { owner: to, field };
    });
  }

  /** Updates the drafts of the inspected owner that were typed before a version renamed or moved its fields. */
  followFields(version: number, after: (field: string) => string | undefined): void {
    const shown = this.#owner;
    this.#drafts.follow(draft => {
      const { owner, field } = draft;
      const isOlder = (this.#versions.get(draft) ?? 0) < version;
      const to = owner === shown && isOlder ? after(field) : field;
      return to === undefined ? undefined : { owner, field: to };
    });
    this.#context.changed();
  }

  /** Writes all pending drafts and waits until they are in the file. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    for (const draft of this.#drafts.waiting(this.#owner)) {
      const writing = this.#write(draft);
      this.#writing.add(writing);
      void writing.finally(() => this.#writing.delete(writing));
    }
    await Promise.all(this.#writing);
  }

  /** Discards written drafts; the focused field keeps its text while the file has the same value. */
  settle(): void {
    const details = this.#context.details();
    if (!details) return;
    const focused = this.#context.focused();
    const isOver = (draft: Draft): boolean =>
      draft.field !== focused || draftEdit(details, draft).kind !== 'written';
    this.#drafts.settle(ownerOf(details), isOver);
  }

  get #owner(): string {
    const details = this.#context.details();
    return details ? ownerOf(details) : '';
  }

  #create(draft: Draft): Draft {
    this.#versions.set(draft, this.#context.version());
    return draft;
  }

  #writeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  async #write(draft: Draft): Promise<void> {
    this.#drafts.mark(draft, 'flying');
    const last: { outcome: DraftOutcome } = { outcome: { kind: 'elsewhere' } };
    const reply = await this.#context.edit(() => {
      last.outcome = this.#outcome(draft);
      if (last.outcome.kind !== 'edit') return undefined;
      this.#sent = draft;
      return last.outcome.edit;
    });
    const { outcome } = last;
    if (this.#sent === draft) this.#sent = undefined;
    if (outcome.kind === 'written' || reply?.kind === 'done') this.#written(draft);
    // Written once its step is shown again.
    else if (outcome.kind === 'elsewhere') this.#drafts.mark(draft, 'waiting');
    else if (outcome.kind === 'edit' && reply?.kind === 'stale') this.#later(draft);
    else if (outcome.kind === 'overtaken') this.#drafts.mark(draft, 'overtaken');
    else this.#drafts.mark(draft, 'refused', describeRefusal(outcome, reply));
    if (outcome.kind !== 'elsewhere') this.#restored.delete(draft);
    this.settle();
    this.#context.changed();
  }

  /** Returns the text of the draft's field that may reach the file soon. */
  #underway(draft: Draft): readonly string[] {
    if (this.#restored.has(draft)) return [draft.text];
    const { owner, field, text } = this.#sent ?? {};
    return text !== undefined && owner === draft.owner && field === draft.field ? [text] : [];
  }

  #written(draft: Draft): void {
    this.#drafts.mark(draft, 'written');
    const newest = this.#drafts.at(draft.owner, draft.field)?.draft;
    if (!newest || newest === draft) return;
    const details = this.#context.details();
    newest.before = details && ownerOf(details) === draft.owner ? fileText(details, draft) : draft.text;
    newest.sent = undefined;
  }

  // Something else is changing the file at the same time.
  #later(draft: Draft): void {
    this.#drafts.mark(draft, 'waiting');
    this.#writeSoon();
  }

  #outcome(draft: Draft): DraftOutcome {
    // A newer text of the field is queued behind this one.
    if (!this.#drafts.isNewest(draft)) return { kind: 'elsewhere' };
    const details = this.#context.details();
    if (!details || ownerOf(details) !== draft.owner) return { kind: 'elsewhere' };
    const { before, sent } = draft;
    const isOwn =
      sent?.some(sentText => draftEdit(details, { ...draft, text: sentText }).kind === 'written') ?? false;
    const isOvertaken = this.#restored.has(draft) && fileText(details, draft) !== before && !isOwn;
    const outcome = draftEdit(details, draft);
    const isNews = outcome.kind === 'edit' || outcome.kind === 'unfinished';
    return isOvertaken && isNews ? { kind: 'overtaken' } : outcome;
  }
}

function describeRefusal(outcome: DraftOutcome, reply: EditReply | undefined): string {
  if (outcome.kind === 'unfinished') return outcome.sentence;
  if (outcome.kind === 'gone') return 'The field is no longer there.';
  if (reply?.kind === 'refused') return reply.sentence;
  return 'The window could not write it. Type again.';
}
