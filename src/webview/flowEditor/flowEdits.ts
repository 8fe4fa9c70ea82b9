import type { FlowEdit } from '../../flow/edit/flowEdit.ts';
import type { ParamChange } from '../../flow/form/paramEdit.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { PathSegment } from '../../flow/template.ts';
import {
  CHANGED_AT_ONCE,
  editReply,
  type EditReply,
  type FlowRequest,
  type FlowState,
  type OpenFlow,
} from '../../protocol/flowEditor.ts';
import { toError } from '../../util/errors.ts';
import { SerialQueue } from '../../util/serialQueue.ts';
import type { Host } from '../common/host.ts';
import {
  type Details,
  type Draft,
  draftEdit,
  type DraftOutcome,
  fieldAfter,
  savedFieldText,
  isSamePart,
  makeChange,
  type MakeChange,
  ownerAfter,
  ownerOf,
  valueEdit,
} from './drafts.ts';
import type { StepMoves } from './trackSteps.ts';

/** Pause in typing in milliseconds, after which typed text is written to the file as one undo unit. */
const PAUSE_MS = 500;

/** The most times that an edit is created anew while others change the file at the same time. */
const MAX_TRIES = 4;

/** An edit, or a new step for an action, which the extension turns into an edit. */
type PlannedEdit = FlowEdit | Omit<Extract<FlowRequest, { kind: 'insertStep' }>, 'base'>;

/** The edit that a change of the user makes of the present state, or the reply without one. */
type Plan =
  | { readonly kind: 'edit'; readonly edit: PlannedEdit; readonly change?: ParamChange }
  | Extract<EditReply, { kind: 'stale' | 'cancelled' }>;

/** An edit or another request that is made in its turn; without both, nothing is sent. */
interface Sendable {
  readonly kind?: string;
  readonly edit?: PlannedEdit;
  readonly request?: FlowRequest;
}

/** The progress of a draft, and the reason if it is invalid or was refused. */
interface HeldDraft {
  readonly draft: Draft;
  /** The version that was shown when it was typed. */
  readonly version: number;
  /**
   * `waiting` for a pause, `queued`, `sent` and not answered, `written`, `refused`, `held` until the user submits it, or
   * `overtaken` if it was restored but the file has a newer value.
   */
  stage: 'waiting' | 'queued' | 'sent' | 'written' | 'refused' | 'held' | 'overtaken';
  problem: string | undefined;
  /** True for a draft of an earlier instance of the webview that has not been compared with the file. */
  isRestored: boolean;
}

/** The parts of the page that the edits use. */
interface EditsPage {
  /** Called on each change. */
  readonly changed: () => void;
  /** Returns the field that has the focus. */
  readonly focusedField: () => string | undefined;
}

/**
 * The edits of the page, sent to the extension one after another. Text typed into a field is written after a pause, and
 * before anything else happens. Until then, the field shows it in place of the value in the file.
 */
export class FlowEdits {
  readonly #host: Pick<Host<FlowRequest, FlowState, unknown>, 'ask'>;
  readonly #page: EditsPage;
  readonly #drafts = new Map<string, HeldDraft>();
  /** The inspected fields that the user has opened or edited; they stay visible without a value. */
  readonly opened = new Set<string>();
  state: FlowState | undefined;
  /** The reason why the last request failed; undefined once another one is made. */
  failure: string | undefined;
  readonly #queue = new SerialQueue();
  /** Number of requests in the queue. */
  #pending = 0;
  #writing: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #composes = false;

  constructor(
    host: Pick<Host<FlowRequest, FlowState, unknown>, 'ask'>,
    page: EditsPage,
    kept: readonly Draft[],
  ) {
    this.#host = host;
    this.#page = page;
    for (const draft of kept) this.#hold(draft, draft.as === 'entry' ? 'held' : 'waiting', undefined, true);
  }

  /** The flow; undefined if the file is broken or not loaded. */
  get flow(): OpenFlow | undefined {
    return this.state?.kind === 'flow' ? this.state : undefined;
  }

  /** True while edits or typed texts are not in the file yet. */
  get busy(): boolean {
    return this.#pending > 0 || this.#waiting.length > 0;
  }

  /** Takes a new state; the steps of the one before are now where `moves` says. */
  show(state: FlowState, moves: StepMoves): void {
    this.state = state;
    this.#follow(({ owner, field }) => {
      const to = ownerAfter(owner, moves);
      return to === undefined ? undefined : { owner: to, field };
    });
    this.#settle();
  }

  /** Returns the draft that a field shows in place of the value in the file. */
  held(field: string): Pick<HeldDraft, 'draft' | 'problem'> | undefined {
    const held = this.#at(field);
    return held?.stage === 'overtaken' ? undefined : held;
  }

  /** Returns the restored text of a field if the file has a newer value. */
  overtaken(field: string): string | undefined {
    const held = this.#at(field);
    return held?.stage === 'overtaken' ? held.draft.text : undefined;
  }

  /** Uses the overtaken text after all. */
  takeUp(field: string): void {
    const draft = this.#at(field)?.draft;
    if (!draft) return;
    this.forget(field);
    this.type(field, draft.as, draft.text);
  }

  /** Returns true if the file lacks the text of a field because it is invalid or was refused. */
  isInvalid(field: string): boolean {
    const held = this.#at(field);
    if (held?.stage === 'refused') return true;
    return (
      held?.stage === 'waiting' && draftEdit(this.#details, held.draft, held.isRestored).kind === 'unfinished'
    );
  }

  /** Returns true if the text of a field is not in the file yet. */
  isPending(field: string): boolean {
    const stage = this.#at(field)?.stage;
    return stage === 'waiting' || stage === 'queued' || stage === 'sent';
  }

  /** Drafts that the file may not contain yet, except passwords. */
  get unwritten(): readonly Draft[] {
    const held = [...this.#drafts.values()].filter(({ stage }) => stage !== 'written');
    return held.map(({ draft }) => draft).filter(({ secret }) => secret !== true);
  }

  /** Returns true if the text of a field, or of one in it, is not in the file. */
  hasTextIn(field: string): boolean {
    return this.unwritten.some(
      ({ owner, field: typed }) =>
        owner === this.#owner &&
        (typed === field || (/^[/:]/.test(typed.slice(field.length)) && typed.startsWith(field))),
    );
  }

  /** Sets whether an input method is composing; text is not written during composition. */
  compose(composes: boolean): void {
    this.#composes = composes;
    if (!composes && this.#waiting.length > 0) this.#writeSoon();
  }

  /** Stores typed text, which is written after a pause. */
  type(field: string, as: Draft['as'], text: string, secret?: boolean): void {
    this.opened.add(field);
    const owner = this.#owner;
    const details = this.#details;
    const earlier = this.#at(field);
    // The error stays visible until the new text has been checked.
    const problem = earlier?.problem;
    let draft: Draft = { owner, field, as, text, before: '', sent: [], secret };
    if (!earlier || earlier.stage === 'written' || earlier.stage === 'overtaken')
      draft.before = details ? savedFieldText(details, draft) : '';
    else {
      const { before, sent = [], text: last } = earlier.draft;
      // The file may soon have the earlier text.
      const isUnderway = earlier.stage === 'sent' || earlier.isRestored;
      draft = { ...draft, before, sent: isUnderway ? [...sent, last] : sent };
    }
    this.#hold(draft, 'waiting', problem);
    clearTimeout(this.#timer);
    if (!this.#composes) this.#writeSoon();
    this.#page.changed();
  }

  /** Stores an entry name that is not submitted yet, even if it is empty, with the reason if it is invalid. */
  hold(field: string, text: string, problem?: string): void {
    this.#hold({ owner: this.#owner, field, as: 'entry', text, before: '' }, 'held', problem);
    this.#page.changed();
  }

  /** Writes the draft of a field that loses the focus. */
  async leave(field: string): Promise<void> {
    const key = keyOf({ owner: this.#owner, field });
    await this.flush();
    if (this.#drafts.get(key)?.stage === 'written') this.#drafts.delete(key);
    this.#page.changed();
  }

  /** Discards the draft of a field. */
  forget(field: string): void {
    this.#drafts.delete(keyOf({ owner: this.#owner, field }));
    this.#page.changed();
  }

  /** Writes all pending drafts and waits until they are in the file. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    for (const held of this.#waiting) {
      held.stage = 'queued';
      const plan = (): DraftOutcome => {
        // A newer text of the field is queued behind an older one.
        const isNewest = this.#drafts.get(keyOf(held.draft)) === held;
        const outcome = draftEdit(isNewest ? this.#details : undefined, held.draft, held.isRestored);
        if (outcome.kind === 'edit') held.stage = 'sent';
        return outcome;
      };
      this.#writing = this.#submit(plan, (outcome, answer) => this.#finish(held, outcome, readReply(answer)));
    }
    await this.#writing;
  }

  /** Changes a value in one of the inspected forms; returns true if the change was made. */
  async change(scope: string, path: readonly PathSegment[], change: MakeChange): Promise<boolean> {
    this.opened.add(scope + pointerOf(path));
    const before = this.#details;
    const plan = (): Plan => {
      const details = this.#details;
      if (!details || !before || !isSamePart(before, details, scope, path, change)) return { kind: 'stale' };
      const made = makeChange(details, scope, change);
      if (!made) return { kind: 'cancelled' };
      return { kind: 'edit', edit: valueEdit(details, scope, path, made), change: made };
    };
    return this.#perform(plan, ({ change: made }, version) => {
      if (made) this.#followFields(version, field => fieldAfter(field, scope, path, made));
    });
  }

  /** Makes an edit of steps whose indexes are those of a flow of `count` steps; returns true if it was made. */
  async edit(edit: PlannedEdit, count = this.flow?.steps.length): Promise<boolean> {
    return this.#perform(() =>
      this.flow?.steps.length === count ? { kind: 'edit', edit } : { kind: 'stale' },
    );
  }

  /** Sends a request with the newest version after the pending edits, which do not wait for its answer. */
  async request(request: (base: number) => FlowRequest): Promise<void> {
    void this.flush();
    await this.waitForEdits();
    const answer = await this.ask(request(this.state?.version ?? 0));
    if (editReply(answer)) this.#report(answer);
    this.#page.changed();
  }

  /** Sends a request after the pending edits; on failure, shows the error and returns undefined. */
  async askInTurn(request: FlowRequest): Promise<unknown> {
    void this.flush();
    return this.inTurn(() => request);
  }

  /** Sends the request that is made after the pending edits. */
  inTurn(make: () => FlowRequest): Promise<unknown> {
    return this.#submit(
      () => ({ request: make() }),
      (_, answer) => answer,
    );
  }

  async waitForEdits(): Promise<void> {
    await this.#queue.run(() => undefined);
  }

  /** Sends a request; on failure, shows the error and returns undefined. */
  async ask(request: FlowRequest): Promise<unknown> {
    this.failure = undefined;
    try {
      return await this.#host.ask(request);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #perform(
    make: () => Plan,
    done?: (plan: Extract<Plan, { kind: 'edit' }>, version: number) => void,
  ): Promise<boolean> {
    void this.flush();
    return this.#submit(make, (plan, answer) => {
      const reply = plan.kind === 'edit' ? readReply(answer) : plan;
      if (reply) this.#report(reply);
      if (plan.kind === 'edit' && reply?.kind === 'done') done?.(plan, reply.version);
      return reply?.kind === 'done';
    });
  }

  /**
   * Sends an edit or another request in its turn. While an edit is stale, makes it again from the newer state, up to four
   * times in all. `done` is called before the next request is made; its answer is undefined if nothing was sent, or if
   * that failed.
   */
  #submit<P extends Sendable, R>(make: () => P, done: (plan: P, answer: unknown) => R): Promise<R> {
    this.failure = undefined;
    this.#pending++;
    return this.#queue.run(async () => {
      let plan = make();
      let answer: unknown;
      try {
        for (let tries = 1; ; tries++) {
          const { edit } = plan;
          const request = edit ? toRequest(edit, this.state?.version ?? 0) : plan.request;
          if (!request) break;
          answer = await this.#host.ask(request);
          if (!edit || readReply(answer)?.kind !== 'stale' || tries === MAX_TRIES) break;
          plan = make();
        }
      } catch (error) {
        this.#fail(error);
      } finally {
        this.#pending--;
      }
      const result = done(plan, answer);
      this.#page.changed();
      return result;
    });
  }

  #finish(held: HeldDraft, outcome: DraftOutcome, reply: EditReply | undefined): void {
    if (outcome.kind === 'written' || reply?.kind === 'done') this.#written(held);
    // Written once its step is shown again.
    else if (outcome.kind === 'elsewhere') held.stage = 'waiting';
    else if (outcome.kind === 'overtaken') held.stage = 'overtaken';
    else if (outcome.kind === 'edit' && reply?.kind === 'stale') {
      // Something else is changing the file at the same time.
      held.stage = 'waiting';
      this.#writeSoon();
    } else held.stage = 'refused';
    if (held.stage !== 'waiting') held.problem = undefined;
    if (held.stage === 'refused') held.problem = describeRefusal(outcome, reply);
    if (outcome.kind !== 'elsewhere') held.isRestored = false;
    this.#settle();
  }

  #written(held: HeldDraft): void {
    held.stage = 'written';
    const { draft } = held;
    const newest = this.#drafts.get(keyOf(draft));
    if (!newest || newest === held) return;
    const details = this.#details;
    newest.draft.before =
      details && ownerOf(details) === draft.owner ? savedFieldText(details, draft) : draft.text;
    newest.draft.sent = undefined;
  }

  /** Discards written drafts; the focused field keeps its text while the file has the same value. */
  #settle(): void {
    const details = this.#details;
    if (!details) return;
    const focused = this.#page.focusedField();
    for (const [key, { draft, stage }] of this.#drafts) {
      if (stage !== 'written' || draft.owner !== ownerOf(details)) continue;
      if (draft.field !== focused || draftEdit(details, draft).kind !== 'written') this.#drafts.delete(key);
    }
  }

  /** Updates the drafts of the inspected owner that were typed before a version renamed or moved its fields. */
  #followFields(version: number, after: (field: string) => string | undefined): void {
    const shown = this.#owner;
    this.#follow(({ owner, field }, typedAt) => {
      const to = owner === shown && typedAt < version ? after(field) : field;
      return to === undefined ? undefined : { owner, field: to };
    });
  }

  /** Updates the owner and field of all drafts; `locate` returns undefined for those to discard. */
  #follow(locate: (draft: Draft, version: number) => Pick<Draft, 'owner' | 'field'> | undefined): void {
    const drafts = [...this.#drafts.values()];
    this.#drafts.clear();
    for (const held of drafts) {
      const to = locate(held.draft, held.version);
      if (to) this.#drafts.set(keyOf(Object.assign(held.draft, to)), held);
    }
  }

  #hold(draft: Draft, stage: HeldDraft['stage'], problem: string | undefined, isRestored = false): void {
    const version = this.state?.version ?? 0;
    this.#drafts.set(keyOf(draft), { draft, version, stage, problem, isRestored });
  }

  get #details(): Details | undefined {
    return this.flow?.details;
  }

  get #owner(): string {
    const details = this.#details;
    return details ? ownerOf(details) : '';
  }

  get #waiting(): readonly HeldDraft[] {
    const owner = this.#owner;
    return [...this.#drafts.values()].filter(held => held.draft.owner === owner && held.stage === 'waiting');
  }

  #at(field: string): HeldDraft | undefined {
    return this.#drafts.get(keyOf({ owner: this.#owner, field }));
  }

  #writeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  #report(reply: EditReply): void {
    if (reply.kind === 'refused') this.failure = reply.sentence;
    else if (reply.kind === 'stale') this.failure = CHANGED_AT_ONCE;
  }

  #fail(error: unknown): void {
    this.failure = toError(error).message;
    this.#page.changed();
  }
}

function toRequest(edit: PlannedEdit, base: number): FlowRequest {
  return edit.kind === 'insertStep' ? { ...edit, base } : { kind: 'edit', base, edit };
}

/** Returns the reply to an edit; undefined if it was not sent, or that failed. */
function readReply(answer: unknown): EditReply | undefined {
  if (answer === undefined) return undefined;
  return editReply(answer) ? answer : { kind: 'cancelled' };
}

function keyOf({ owner, field }: Pick<Draft, 'owner' | 'field'>): string {
  return `${owner} ${field}`;
}

function describeRefusal(outcome: DraftOutcome, reply: EditReply | undefined): string {
  if (outcome.kind === 'unfinished') return outcome.sentence;
  if (outcome.kind === 'gone') return 'The field is no longer there.';
  if (reply?.kind === 'refused') return reply.sentence;
  return 'The window could not write it. Type again.';
}
