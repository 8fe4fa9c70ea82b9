import type { FlowGesture, StepPath, StepSpot } from '../../flow/edit/gesture.ts';
import type { ParamChange } from '../../flow/form/paramGesture.ts';
import type { PathSegment } from '../../flow/template.ts';
import {
  type EditReply,
  editReply,
  foundSteps,
  type FlowRequest,
  type FlowState,
  type HeaderAct,
  type OpenFlow,
} from '../../protocol/flowEditor.ts';
import type { Host } from '../common/host.ts';
import { ownerAfter, ownerOf, valueGesture } from './draftWriter.ts';
import { fieldAfter } from './fieldAfter.ts';
import { type Folds, foldsAfter } from './folds.ts';
import type { EditorPort } from './editorPort.ts';
import { EditQueue, type MakeGesture } from './editQueue.ts';
import { type KeptPage, keptPage } from './kept.ts';
import { type Places, placesAfter } from './placesAfter.ts';
import { newsOf } from './spoken.ts';
import { NOTHING, only, type Selection, stillThere } from './selection.ts';
import { sameStep } from './steps.ts';
import { Typing } from './typing.ts';

const NOWHERE: Places = new Map();

/** What the page knows and asks of its host; tells `changed` whenever something of it is another. */
export class EditorModel {
  readonly #host: Host<FlowRequest, FlowState, KeptPage>;
  readonly #changed: () => void;
  readonly #queue = new EditQueue(
    (gesture, run) => this.#send(gesture, run),
    () => this.#changed(),
  );
  /** What is typed into the fields. */
  readonly typing: Typing;
  readonly #kept: KeptPage | undefined;
  state: FlowState | undefined;
  selection: Selection = NOTHING;
  /** Entries whose steps are folded away. */
  folds: Folds = new Set();
  /** How wide the list of steps is, in percent; undefined as long as nobody has said. */
  share: number | undefined;
  /** Why the last request failed, until the next one is made. */
  failure: string | undefined;
  /** What a screen reader says next. */
  spoken = '';
  /** Grows with every change. */
  revision = 0;
  /** Grows when another step is shown, and not the same one at another place. */
  subject = 0;
  #listTop = 0;
  #detailsTop = 0;
  /** The field that is to get the focus once it is drawn. */
  revealed: OpenFlow['reveal'];
  /** Requests to show something else that the host has not answered yet. */
  #showing = 0;

  constructor(port: EditorPort, changed: () => void) {
    this.#changed = () => {
      this.revision++;
      changed();
    };
    this.#host = port.connect(
      state => this.#shown(state),
      () => {
        void this.typing.flush();
        return this.settled();
      },
    );
    const kept: unknown = this.#host.kept;
    if (keptPage(kept)) {
      this.#kept = kept;
      this.selection = { steps: kept.steps, active: kept.active, anchor: kept.active };
      this.#listTop = kept.listTop;
      this.#detailsTop = kept.detailsTop;
      this.folds = new Set(kept.folded);
      this.share = kept.share;
    }
    this.typing = new Typing(this.#kept?.drafts ?? [], {
      details: () => this.flow?.details,
      edit: (make, run) => this.#edit(make, run),
      changed: () => {
        this.#keep();
        this.#changed();
      },
      focused: () => port.focusedField(),
    });
    port.onCompose(composes => this.typing.compose(composes));
    port.onLeave(() => void this.typing.flush());
    const { first } = this.#host;
    if (first) this.#shown(first);
    void this.#show();
  }

  /** The flow, where the file is one. */
  get flow(): OpenFlow | undefined {
    return this.state?.kind === 'flow' ? this.state : undefined;
  }

  /** Whether something that was typed or done is still on its way into the file. */
  get busy(): boolean {
    return this.#queue.busy || this.typing.waits;
  }

  /** Whether the inspector shows what is selected, and not what was before. */
  get isShown(): boolean {
    const details = this.flow?.details;
    return sameStep(details?.kind === 'step' ? details.step : undefined, this.selection.active);
  }

  /** Scroll places of the last time. */
  get keptScroll(): { readonly list: number; readonly details: number } {
    return { list: this.#kept?.listTop ?? 0, details: this.#kept?.detailsTop ?? 0 };
  }

  /** Selects steps, and shows the one in front or the settings. */
  select(selection: Selection): void {
    const before = this.selection;
    this.selection = selection;
    void this.typing.flush();
    this.#keep();
    this.#changed();
    const same =
      sameStep(before.active, selection.active) && String(before.steps) === String(selection.steps);
    if (!same) void this.#show();
  }

  /** Selects a step, and unfolds the one that it is inside of. */
  show(step: StepPath): void {
    this.select(only(step));
    this.#unfold();
    this.#changed();
  }

  /** Folds the steps inside an entry away, or shows them again. */
  fold(entries: readonly number[], isFolded: boolean): void {
    const folds = new Set(this.folds);
    for (const entry of entries)
      if (isFolded) folds.add(entry);
      else folds.delete(entry);
    this.folds = folds;
    const { active, steps } = this.selection;
    const hidden = [...steps, ...(active ? [active] : [])].find(
      ([entry, child]) => child !== undefined && folds.has(entry),
    );
    if (hidden) this.select(only([hidden[0]]));
    this.#keep();
    this.#changed();
  }

  /** Shares the width between the steps and the inspector. */
  divide(share: number | undefined): void {
    this.share = share;
    this.#keep();
    this.#changed();
  }

  /** Does something to the flow after what was typed; says what it came to. */
  async edit(gesture: FlowGesture, done?: (steps: readonly StepPath[]) => string): Promise<void> {
    void this.typing.flush();
    const { flow } = this;
    const cards = flow?.steps.length;
    // On another version the numbers of steps mean others, unless nothing came or went.
    const reply = await this.#do(() => (this.flow?.steps.length === cards ? gesture : undefined));
    if (reply?.kind === 'done' && done) this.say(done(reply.steps));
  }

  /** Changes a value in one of the forms that the inspector shows; whether that was done. */
  async change(scope: string, path: readonly PathSegment[], change: ParamChange): Promise<boolean> {
    void this.typing.flush();
    const before = this.flow?.details;
    const reply = await this.#do(() => {
      const details = this.flow?.details;
      const isSame = details && before && ownerOf(details) === ownerOf(before);
      return isSame ? valueGesture(details, scope, path, change) : undefined;
    });
    if (reply?.kind !== 'done') return false;
    this.typing.followFields(field => fieldAfter(field, scope, path, change));
    return true;
  }

  /** Asks for a step at a place; the host lets the person choose its action. */
  async addStep(to: StepSpot): Promise<void> {
    void this.typing.flush();
    await this.#reply(base => ({ kind: 'addStep', base, to }));
  }

  /** Asks for another action for a step. */
  async replaceAction(step: StepPath): Promise<void> {
    void this.typing.flush();
    await this.#reply(base => ({ kind: 'replaceAction', base, step }));
  }

  /** Has things chosen that the flow names by their ids. */
  async choose(field: Extract<FlowRequest, { kind: 'choose' }>['field']): Promise<void> {
    void this.typing.flush();
    await this.#reply(base => ({ kind: 'choose', base, field }));
  }

  /** Has the thing chosen that a parameter of the step names by its id. */
  async chooseParam(path: readonly PathSegment[]): Promise<void> {
    void this.typing.flush();
    const details = this.flow?.details;
    if (details?.kind !== 'step') return;
    const { step } = details;
    await this.#reply(base => ({ kind: 'chooseParam', base, step, path }));
  }

  /** Presses a button of the header, once all that was typed is in the file. */
  async act(act: HeaderAct): Promise<void> {
    void this.typing.flush();
    await this.#queue.run(() => this.#ask({ kind: 'act', act }));
  }

  /** Copies steps; whether they are on the clipboard. */
  async copy(steps: readonly StepPath[]): Promise<boolean> {
    void this.typing.flush();
    const answer = await this.#queue.run(() => this.#ask({ kind: 'copy', steps }));
    if (answer === undefined) return false;
    this.say(steps.length === 1 ? 'Copied the step.' : `Copied ${steps.length} steps.`);
    return true;
  }

  /** The steps that hold a text. */
  async find(text: string): Promise<readonly StepPath[]> {
    const answer = text === '' ? [] : await this.#ask({ kind: 'find', text });
    return foundSteps(answer) ? answer : [];
  }

  /** Says whether the list of steps has the focus, for the keys of the window. */
  focusSteps(steps: boolean): void {
    void this.#ask({ kind: 'focus', steps });
  }

  /** Waits until what was asked so far is done and shown. */
  async settled(): Promise<void> {
    await this.#queue.run(() => Promise.resolve());
  }

  /** Has a screen reader say something. */
  say(sentence: string): void {
    // The same sentence is said again only when its text is another.
    this.spoken = this.spoken === sentence ? `${sentence}\u00a0` : sentence;
    this.#changed();
  }

  /** Keeps how far the two sides are scrolled. */
  scrolled(tops: { readonly list?: number; readonly details?: number }): void {
    this.#listTop = tops.list ?? this.#listTop;
    this.#detailsTop = tops.details ?? this.#detailsTop;
    this.#keep();
  }

  async #do(make: MakeGesture): Promise<EditReply | undefined> {
    const reply = await this.#edit(make);
    if (reply) this.#heard(reply);
    return reply;
  }

  async #edit(make: MakeGesture, run?: number): Promise<EditReply | undefined> {
    this.failure = undefined;
    try {
      return await this.#queue.edit(make, run);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  async #reply(request: (base: number) => FlowRequest): Promise<void> {
    // Nothing waits behind it: a person takes their time to choose.
    await this.settled();
    const answer = await this.#ask(request(this.state?.version ?? 0));
    if (editReply(answer)) this.#heard(answer);
  }

  #heard(reply: EditReply): void {
    if (reply.kind === 'refused') this.failure = reply.sentence;
    else if (reply.kind === 'stale')
      this.failure = 'The flow changed at the same time, so nothing was done. Try again.';
    else return;
    this.#changed();
  }

  async #send(gesture: FlowGesture, run: number | undefined): Promise<EditReply> {
    const answer = await this.#host.ask({ kind: 'edit', base: this.state?.version ?? 0, gesture, run });
    return editReply(answer) ? answer : { kind: 'cancelled' };
  }

  /** What the host answers; undefined where it could not do what was asked, which is told then. */
  async #ask(request: FlowRequest): Promise<unknown> {
    this.failure = undefined;
    try {
      return await this.#host.ask(request);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    this.failure = error instanceof Error ? error.message : String(error);
    this.#changed();
  }

  async #show(): Promise<void> {
    this.#showing++;
    await this.#queue.run(() => {
      const { active, steps } = this.selection;
      const target = active ? ({ kind: 'step', step: active } as const) : ({ kind: 'settings' } as const);
      return this.#ask({ kind: 'show', target, selected: steps });
    });
    this.#showing--;
    // What was typed there before the page was hidden, or the step left.
    void this.typing.flush();
  }

  #shown(state: FlowState): void {
    const before = this.flow;
    this.state = state;
    if (state.kind === 'flow') {
      this.revealed = state.reveal ?? this.revealed;
      const isMoved = before !== undefined && before.version !== state.version;
      const places = isMoved ? this.#moved(before, state) : NOWHERE;
      if (before && ownerAfter(ownerOf(before.details), places) !== ownerOf(state.details)) this.subject++;
      this.#follow(state);
      this.#unfold();
      this.typing.settle();
      this.spoken = newsOf(before, state) ?? this.spoken;
    }
    this.#keep();
    this.#changed();
  }

  #moved(before: OpenFlow, { steps, select }: OpenFlow): Places {
    const places = placesAfter(before.steps, steps, this.selection.steps, select);
    this.folds = foldsAfter(steps, places, this.folds);
    this.typing.followSteps(places);
    return places;
  }

  #follow({ steps, select, details }: OpenFlow): void {
    const [first] = select ?? [];
    if (select) this.selection = first ? { steps: select, active: first, anchor: first } : NOTHING;
    else this.selection = stillThere(steps, this.selection);
    if (this.#showing > 0) return;
    const shown = details.kind === 'step' ? details.step : undefined;
    if (!sameStep(shown, this.selection.active)) this.selection = shown ? only(shown) : NOTHING;
  }

  // What is selected by the host, such as a step that was put into a folded one, is to be seen.
  #unfold(): void {
    const { active } = this.selection;
    if (active?.[1] === undefined || !this.folds.has(active[0])) return;
    this.folds = new Set([...this.folds].filter(entry => entry !== active[0]));
  }

  #keep(): void {
    const { steps, active } = this.selection;
    this.#host.keep({
      steps,
      active,
      listTop: this.#listTop,
      detailsTop: this.#detailsTop,
      drafts: this.typing.unwritten,
      folded: [...this.folds],
      share: this.share,
    });
  }
}
