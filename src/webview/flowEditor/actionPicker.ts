import { html, nothing, type TemplateResult } from 'lit';
import type { ActionMatches } from '../../protocol/flowEditor.ts';
import { codicon } from '../common/button.ts';
import { reactive } from '../common/element.ts';
import type { EditorModel } from './editorModel.ts';
import { moveByKey, SearchPopup } from './searchPopup.ts';

type FoundAction = ActionMatches['actions'][number];

/** A request to choose an action. */
interface Question {
  /** The element below which the search opens. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly choose: (actionId: string) => void;
  /** Called when the search closes in any way, before `choose`. */
  readonly closed: () => void;
}

const MAX_LENGTH = 200;
/** Number of options that Page Up and Page Down move. */
const PAGE = 6;

/** The search of the catalog that opens where a step is to be added. */
export class ActionPicker extends SearchPopup {
  static override properties = reactive('found');

  declare model: EditorModel;
  declare private found: ActionMatches | undefined;
  #question: Question | undefined;
  /** Number of the latest search; the results of earlier ones are ignored. */
  #search = 0;

  constructor() {
    super();
    this.found = undefined;
  }

  /** Opens the search. */
  async open(question: Question): Promise<void> {
    this.#question = question;
    this.text = '';
    this.found = undefined;
    this.requestUpdate();
    this.show(question.anchor);
    await this.#find();
  }

  /** Searches again, since the catalog may have changed. */
  async refresh(): Promise<void> {
    if (this.#question) await this.#find(this.active);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#question) return nothing;
    const { label } = this.#question;
    const actions = this.found?.actions ?? [];
    const box = { name: label, placeholder: 'Search actions', count: actions.length, longest: MAX_LENGTH };
    return html`<div class="pick-head">${codicon('search')} ${this.box(box)}</div>
      <div class="pick-list" role="listbox" id=${this.listId} aria-label="Actions">
        ${this.#groups(actions)}
      </div>
      <p class="pick-note" role="status">${this.#note()}</p>`;
  }

  #groups(actions: readonly FoundAction[]): readonly TemplateResult[] {
    const recent = actions.filter(({ isRecent }) => isRecent);
    const option = (action: FoundAction, index: number): TemplateResult => this.#option(action, index);
    if (recent.length === 0) return actions.map(option);
    const others = actions.slice(recent.length);
    return [
      html`<div role="group" aria-label="Recently used">
        <div class="pick-group" aria-hidden="true">Recently used</div>
        ${recent.map(option)}
      </div>`,
      html`<div role="group" aria-label="All actions">
        <div class="pick-group" aria-hidden="true">All actions</div>
        ${others.map((action, at) => option(action, recent.length + at))}
      </div>`,
    ];
  }

  #option({ name, service, icon, description }: FoundAction, index: number): TemplateResult {
    return this.option(
      index,
      () => this.#choose(index),
      html`${codicon(icon)}
        <span class="pick-name">${name}</span>
        <span class="pick-service">${service}</span>
        ${description === '' ? nothing : html`<span class="pick-about">${description}</span>`}`,
    );
  }

  #note(): string {
    if (!this.found) return 'Searching…';
    const { actions, total, hint } = this.found;
    if (hint !== undefined) return hint;
    const isPart = total > actions.length;
    return isPart ? `${actions.length} of ${total} actions. Type more to narrow them down.` : '';
  }

  async #find(active = 0): Promise<void> {
    const search = ++this.#search;
    const found = await this.model.findActions(this.text);
    if (search !== this.#search || !this.#question) return;
    this.found = found;
    this.active = Math.min(active, Math.max(0, (found?.actions.length ?? 0) - 1));
    this.requestUpdate();
  }

  protected override typed(text: string): void {
    super.typed(text);
    void this.#find();
  }

  protected override press(event: KeyboardEvent): void {
    const move = moveByKey(event.key, PAGE);
    if (move) this.active = move(this.active, this.found?.actions.length ?? 0);
    else if (event.key === 'Enter') this.#choose(this.active);
    else if (event.key === 'Escape' || event.key === 'Tab') this.hidePopover();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(index: number): void {
    const action = this.found?.actions[index];
    const question = this.#question;
    if (!action || !question) return;
    this.hidePopover();
    this.closed();
    question.choose(action.id);
  }

  // The event of a closed popover comes later; whatever opens meanwhile must not be closed by it.
  protected override closed(): void {
    const question = this.#question;
    if (!question || this.matches(':popover-open')) return;
    this.#question = undefined;
    this.requestUpdate();
    question.closed();
  }
}
