import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { describeGesture } from '../../flow/record/gestureText.ts';
import type { LogLine } from '../../protocol/devicePanel.ts';
import type { LogAction, LogSelection as LogChoice, ReplayState } from '../../protocol/recorder.ts';
import { iconButton, linkButton, namedIcon, secondaryButton } from '../common/button.ts';
import { checkedOf, PageElement, reactive } from '../common/element.ts';
import { lineAt, NO_LINES, type SelectedLines, selectLine, keepListed } from './logSelection.ts';
import type { PanelModel } from './panelModel.ts';

const ICONS: Readonly<Record<LogLine['state'], string>> = {
  waiting: 'ellipsis',
  done: 'pass',
  failed: 'error',
};

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The gesture log, newest first; gestures can be selected to replay them, copy them or insert them into a flow. */
export class GestureList extends PageElement {
  static override properties = reactive('model', 'lines', 'replay', 'viewState');

  declare model: PanelModel;
  declare lines: readonly LogLine[];
  declare replay: ReplayState | undefined;
  declare viewState: PanelModel['viewState'];
  #selection: SelectedLines = NO_LINES;
  #focusActive = false;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lines')) this.#select(keepListed(this.#numbers, this.#selection));
  }

  protected override render(): TemplateResult {
    if (this.lines.length === 0) {
      return html`<p class="hint">No gestures yet. Taps, swipes and keys appear here.</p>`;
    }
    const { numbers, active } = this.#selection;
    const focusable = active ?? this.#numbers[0];
    const context = { webviewSection: 'gestures', preventDefaultContextMenuItems: true };
    return html`${this.#buttons()}
      <div
        class="log"
        role="listbox"
        aria-label="Gestures, newest first"
        aria-multiselectable="true"
        data-vscode-context=${JSON.stringify(context)}
        @keydown=${this.#key}
      >
        ${repeat(
          this.lines,
          ({ number }) => number,
          line => this.#line(line, numbers.includes(line.number), line.number === focusable),
        )}
      </div>
      ${linkButton('Clear Log', () => this.model.ask({ kind: 'clearLog' }))}`;
  }

  protected override updated(): void {
    if (!this.#focusActive) return;
    this.#focusActive = false;
    this.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus();
  }

  get #chosen(): LogChoice {
    return { numbers: this.#selection.numbers, keepPauses: this.viewState.keepPauses };
  }

  get #numbers(): readonly number[] {
    return this.lines.map(({ number }) => number);
  }

  #buttons(): TemplateResult {
    const { replay } = this;
    const { length } = this.#selection.numbers;
    const which =
      length === 0
        ? 'all gestures'
        : length === 1
          ? 'the selected gesture'
          : `the ${length} selected gestures`;
    const button = (act: LogAction, icon: string, label: string): TemplateResult =>
      secondaryButton(label, () => this.#act(act), {
        title: `${label}: ${which}`,
        icon,
        isDisabled: act === 'replay' && replay !== undefined,
      });
    return html`<div class="log-tools">
        ${button('insert', 'insert', 'Insert Last Gestures…')} ${button('replay', 'debug-rerun', 'Replay')}
        ${iconButton('copy', `Copy as curl: ${which}`, () => this.#act('copyAsCurl'), {
          name: 'Copy as curl',
        })}
      </div>
      <label class="check">
        <input type="checkbox" .checked=${this.viewState.keepPauses} @change=${this.#keepPauses} />
        Keep pauses between gestures
      </label>
      ${replay ? this.#progress(replay) : html`<p class="hint">Applies to ${which}.</p>`}`;
  }

  #progress({ done, total }: ReplayState): TemplateResult {
    return html`<p class="replaying" role="status">
      Replaying ${done + 1} of ${total}… ${linkButton('Stop', () => this.model.ask({ kind: 'stopReplay' }))}
    </p>`;
  }

  #line(
    { number, state, gesture, element, at, ms, error, display }: LogLine,
    isSelected: boolean,
    isFocusable: boolean,
  ): TemplateResult {
    const more = [
      clock.format(at),
      ...(display === 0 ? [] : [`display ${display}`]),
      ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
    ];
    return html`<div
      class="log-line ${state}"
      role="option"
      aria-selected=${isSelected}
      tabindex=${isFocusable ? 0 : -1}
      @click=${(event: MouseEvent) => this.#click(event, number)}
      @contextmenu=${() => this.#pointAt(number)}
    >
      ${namedIcon(ICONS[state], state)}
      <div>
        <p title=${describeGesture(gesture)}>${describeGesture(gesture, element)}</p>
        ${error === undefined ? nothing : html`<p class="why">${error}</p>`}
        <p class="more">${more.join(' · ')}</p>
      </div>
    </div>`;
  }

  readonly #keepPauses = (event: Event): void => {
    const keepPauses = checkedOf(event);
    this.model.updateView({ keepPauses });
    void this.model.ask({ kind: 'selectLog', selection: { ...this.#chosen, keepPauses } });
  };

  #act(act: LogAction): void {
    void this.model.ask({ kind: 'log', act, selection: this.#chosen });
  }

  #click({ ctrlKey, metaKey, shiftKey }: MouseEvent, number: number): void {
    const how = { toggle: ctrlKey || metaKey, extend: shiftKey };
    this.#become(selectLine(this.#numbers, this.#selection, number, how));
  }

  // Context menus apply to the selection, so a line outside it becomes the selection.
  #pointAt(number: number): void {
    if (!this.#selection.numbers.includes(number)) {
      this.#become(selectLine(this.#numbers, this.#selection, number, { toggle: false, extend: false }));
    }
    void this.model.ask({ kind: 'selectLog', selection: this.#chosen });
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const lines = this.#numbers;
    const control = ctrlKey || metaKey;
    const active = this.#selection.active ?? lines[0];
    const to = lineAt(lines, this.#selection.active, key);
    if (to !== undefined) {
      const moved = control && !shiftKey ? { ...this.#selection, active: to } : undefined;
      this.#become(moved ?? selectLine(lines, this.#selection, to, { toggle: false, extend: shiftKey }));
    } else if (key === ' ' && active !== undefined) {
      this.#become(selectLine(lines, this.#selection, active, { toggle: true, extend: shiftKey }));
    } else if (control && key === 'a') {
      this.#become({ ...this.#selection, numbers: lines });
    } else if (control && key === 'c') this.#act('copyAsCurl');
    else if (key === 'Enter') this.#act('insert');
    else if (key === 'Escape') this.#become({ ...this.#selection, numbers: [] });
    else return;
    event.preventDefault();
  };

  #become(selection: SelectedLines): void {
    this.#focusActive = true;
    this.#select(selection);
    this.requestUpdate();
  }

  #select(selection: SelectedLines): void {
    const { numbers } = selection;
    const isSame =
      numbers.length === this.#selection.numbers.length &&
      numbers.every((number, index) => number === this.#selection.numbers[index]);
    this.#selection = selection;
    // Menu commands use the selection known to the extension.
    if (!isSame) void this.model.ask({ kind: 'selectLog', selection: this.#chosen });
  }
}
