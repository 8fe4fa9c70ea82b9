import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { codicon, linkButton, secondaryButton } from '../common/button.ts';
import { letterOf } from '../common/letterOf.ts';
import { counted } from '../../util/counted.ts';
import { stepNumber, type StepPath } from '../../flow/edit/flowEdit.ts';
import {
  type FlowState,
  type HeaderAction,
  type Notice,
  type OpenFlow,
  type StepCard,
  type StepRun,
  flowEditorProtocol,
} from '../../protocol/flowEditor.ts';
import { closestTo, PageElement } from '../common/element.ts';
import { EditorModel } from './editorModel.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { headerView } from './headerView.ts';
import { NOTHING } from './selection.ts';
import type { FlowInspector } from './inspector.ts';
import type { StepList } from './stepList.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import { connectHost } from '../common/connectHost.ts';
import type { EditorPort } from './editorPort.ts';

const NOTICE_ICONS: Readonly<Record<Notice['severity'], string>> = {
  warning: 'warning',
  information: 'info',
};

/** The labels of what can be done with a run. */
const RUN_ACTIONS = { abortRun: 'Abort', runAgain: 'Run Again' } as const;

/** The root element: header, notices, steps and inspector. */
export class FlowEditor extends PageElement {
  readonly #model = new EditorModel(editorBrowser, () => this.requestUpdate());
  readonly #list = createRef<StepList>();
  readonly #inspector = createRef<FlowInspector>();
  readonly #menu = new PopupMenu();
  #isScrolled = false;
  /** The subject of the inspector when its problem was last gone to. */
  #lastProblem: number | undefined;

  constructor() {
    super();
    document.addEventListener('keydown', event => this.#findKey(event));
  }

  #findKey(event: KeyboardEvent): void {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || letterOf(event) !== 'f' || !this.#list.value) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#list.value.openFind();
  }

  protected override render(): TemplateResult {
    const { state, edits, spoken } = this.#model;
    const { failure } = edits;
    return html`${state ? this.#page(state) : html`<div class="loading" role="status">Reading the flow…</div>`}
      ${
        failure === undefined
          ? nothing
          : html`<div class="failure" role="alert">
              ${codicon('error')}
              <p>${failure}</p>
            </div>`
      }
      <div class="visually-hidden" role="status" aria-live="polite">${spoken}</div>`;
  }

  protected override updated(): void {
    this.ariaBusy = String(this.#model.edits.busy);
    const { revealed } = this.#model;
    if (revealed && this.#inspector.value) {
      this.#model.revealed = undefined;
      void this.#reveal(this.#inspector.value, revealed);
    }
    if (this.#isScrolled || !this.#model.flow) return;
    this.#isScrolled = true;
    const { list, details } = this.#model.keptScroll;
    void this.#list.value?.updateComplete.then(() =>
      this.querySelector('[role=tree]')?.scrollTo({ top: list }),
    );
    void this.#inspector.value?.updateComplete.then(() => this.#inspector.value?.scrollTo({ top: details }));
  }

  async #reveal(inspector: FlowInspector, path: NonNullable<OpenFlow['reveal']>): Promise<void> {
    await inspector.updateComplete;
    inspector.focusPath(path);
  }

  // The form of a newly selected step may not have arrived yet.
  async #waitForForm(): Promise<void> {
    await this.#model.edits.waitForEdits();
    await this.updateComplete;
    await this.#inspector.value?.updateComplete;
  }

  async #inspect(field: 'first' | 'name'): Promise<void> {
    await this.#waitForForm();
    this.#inspector.value?.focusField(field === 'name' ? '#step-name' : undefined);
  }

  /** Goes to the next step with problems, or to those of the shown one if the focus is elsewhere. */
  async #goToProblem({ steps, settingsErrors, details }: OpenFlow): Promise<void> {
    const wrongSteps = steps.filter(({ errors, warnings }) => errors + warnings > 0).map(({ step }) => step);
    const places = settingsErrors > 0 ? [undefined, ...wrongSteps] : wrongSteps;
    const shown = details.kind === 'step' ? details.step : undefined;
    const at = places.findIndex(place => sameStep(place, shown));
    const isHere = at !== -1 && this.#lastProblem !== this.#model.subject;
    if (!isHere && places.length > 0) {
      const next = places[(at + 1) % places.length];
      if (next) this.#model.show(next);
      else this.#model.select(NOTHING);
    }
    await this.#focusProblem();
    this.#lastProblem = this.#model.subject;
  }

  async #focusProblem(): Promise<void> {
    await this.#waitForForm();
    this.#inspector.value?.focusProblem();
  }

  #page(state: FlowState): TemplateResult {
    return state.kind === 'broken' ? this.#broken(state) : this.#flow(state);
  }

  #flow(flow: OpenFlow): TemplateResult {
    const model = this.#model;
    return html`${headerView(flow, model, this.#menu, () => void this.#goToProblem(flow))}
      ${flow.notices.map(notice => this.#notice(notice))}
      ${flow.recording ? this.#recording(flow.recording) : nothing}
      ${flow.run ? this.#run(flow.run, flow.steps) : nothing}
      <main>
        <step-list
          ${ref(this.#list)}
          .flow=${flow}
          .selection=${model.selection}
          .folds=${model.folds}
          .model=${model}
          .onInspect=${(field: 'first' | 'name') => void this.#inspect(field)}
          @click=${(event: Event) => {
            if (closestTo(event, '.count')) void this.#focusProblem();
          }}
        ></step-list>
        <page-divider
          .share=${model.share}
          .onMove=${(share: number | undefined) => model.divide(share)}
        ></page-divider>
        <flow-inspector
          ?inert=${!model.isShown}
          ${ref(this.#inspector)}
          .model=${model}
          .details=${flow.details}
          .run=${this.#runOf(flow)}
          .editable=${flow.editable}
          .revision=${model.revision}
          .subject=${model.subject}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === 'Escape' && !event.defaultPrevented) this.#list.value?.focusRow();
          }}
        ></flow-inspector>
      </main>`;
  }

  #runOf({ details, steps }: OpenFlow): StepRun | undefined {
    return details.kind === 'step' ? steps.find(({ step }) => sameStep(step, details.step))?.run : undefined;
  }

  #notice({ severity, sentence, act }: Notice): TemplateResult {
    return html`<div class="banner ${severity}">
      ${codicon(NOTICE_ICONS[severity])}
      <p>${sentence}</p>
      ${act ? linkButton(act.label, () => this.#model.runHeaderAction(act.act)) : nothing}
    </div>`;
  }

  #run(
    { label, hasFailed, action, waitsForMail }: NonNullable<OpenFlow['run']>,
    steps: readonly StepCard[],
  ): TemplateResult {
    const actionButton = (text: string, which: HeaderAction): TemplateResult =>
      linkButton(text, () => this.#model.runHeaderAction(which));
    // A child comes after its parent, which fails with it; the innermost is the cause.
    const failed = steps.findLast(({ run }) => run?.state === 'failed')?.step;
    return html`<div class="banner ${hasFailed ? 'error' : ''}">
      ${codicon(hasFailed ? 'error' : 'history')}
      <p role="status">${label}</p>
      ${failed ? linkButton(`Go to Step ${stepNumber(failed)}`, () => void this.#goToFailed(failed)) : nothing}
      ${waitsForMail ? actionButton('Deliver Mail…', 'deliverMail') : nothing}
      ${actionButton('Open Trace', 'openTrace')}
      ${action ? actionButton(RUN_ACTIONS[action], action) : nothing} ${actionButton('Hide Run', 'hideRun')}
    </div>`;
  }

  #recording({
    device,
    steps,
    last,
    hasChoices,
    offers,
  }: NonNullable<OpenFlow['recording']>): TemplateResult {
    const button = (text: string, which: HeaderAction): TemplateResult =>
      linkButton(text, () => this.#model.runHeaderAction(which));
    const done = last === undefined ? '' : ` · ${counted(steps, 'step')}: ${last}`;
    return html`<div class="banner recording">
      <span class="recording-dot" aria-hidden="true"></span>
      <p role="status" title=${`Recording on ${device}${done}`}>Recording on ${device}${done}</p>
      ${button('Stop', 'stopRecording')} ${steps > 0 ? button('Undo Last Step', 'undoRecordedStep') : nothing}
      ${hasChoices ? button('Change Selector…', 'changeSelector') : nothing}
      ${
        offers > 0
          ? button(offers === 1 ? 'Use 1 Typed Value…' : `Use ${offers} Typed Values…`, 'useTypedValues')
          : nothing
      }
    </div>`;
  }

  async #goToFailed(step: StepPath): Promise<void> {
    this.#model.show(step);
    await this.#list.value?.updateComplete;
    this.#list.value?.focusRow();
    await this.#waitForForm();
    this.#inspector.value?.showResult();
  }

  #broken({ file, sentence, line, text }: Extract<FlowState, { kind: 'broken' }>): TemplateResult {
    return html`<main class="broken">
      ${codicon('error')}
      <h1>${file} cannot be shown as a flow</h1>
      <p class="sentence">${sentence}</p>
      <pre aria-label="Line ${line}"><span class="line">${line}</span>${text}</pre>
      <p class="hint">Nothing is lost: the file stays as it is, and shows here again once it can be read.</p>
      ${secondaryButton('Open as Text', () => void this.#model.runHeaderAction('openText'), {
        icon: 'go-to-file',
        className: 'primary',
      })}
    </main>`;
  }
}

/** The browser APIs that the flow editor uses. */
const editorBrowser: EditorPort = {
  connect: (shown, flush) => connectHost(flowEditorProtocol, shown, flush),
  focusedField: () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'],
  onCompose: heard => {
    document.addEventListener('compositionstart', () => heard(true));
    document.addEventListener('compositionend', () => heard(false));
  },
  onLeave: heard => {
    document.addEventListener('visibilitychange', heard);
    window.addEventListener('pagehide', heard);
    window.addEventListener('blur', heard);
  },
};
