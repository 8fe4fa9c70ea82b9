import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { linkButton } from '../common/button.ts';
import { stepNumber, type StepPath } from '../../flow/edit/flowEdit.ts';
import type {
  FlowState,
  HeaderAction,
  Notice,
  OpenFlow,
  StepCard,
  StepRun,
} from '../../protocol/flowEditor.ts';
import { PageElement } from '../common/element.ts';
import { editorBrowser } from './editorBrowser.ts';
import { EditorModel } from './editorModel.ts';
import { headerView } from './headerView.ts';
import type { FlowInspector } from './inspector.ts';
import type { StepList } from './stepList.ts';
import { letterOf } from './stepKeys.ts';
import { sameStep } from '../../protocol/flowEdit.ts';

const NOTICE_ICONS: Readonly<Record<Notice['severity'], string>> = {
  warning: 'warning',
  information: 'info',
};

/** The root element: header, notices, steps and inspector. */
export class FlowEditor extends PageElement {
  readonly #model = new EditorModel(editorBrowser, () => this.requestUpdate());
  readonly #list = createRef<StepList>();
  readonly #inspector = createRef<FlowInspector>();
  #isScrolled = false;

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
    const { state, failure, spoken } = this.#model;
    return html`${state ? this.#page(state) : html`<div class="loading" role="status">Reading the flow…</div>`}
      ${
        failure === undefined
          ? nothing
          : html`<div class="failure" role="alert">
              <span class="codicon codicon-error" aria-hidden="true"></span>
              <p>${failure}</p>
            </div>`
      }
      <div class="visually-hidden" role="status" aria-live="polite">${spoken}</div>`;
  }

  protected override updated(): void {
    this.ariaBusy = String(this.#model.busy);
    const { revealed } = this.#model;
    if (revealed && this.#inspector.value) {
      this.#model.revealed = undefined;
      void this.#reveal(this.#inspector.value, revealed);
    }
    if (this.#isScrolled || !this.#model.flow) return;
    this.#isScrolled = true;
    const { list, details } = this.#model.keptScroll;
    void this.#list.value?.updateComplete.then(() => {
      performance.mark('steps drawn');
      this.querySelector('[role=tree]')?.scrollTo({ top: list });
    });
    void this.#inspector.value?.updateComplete.then(() => this.#inspector.value?.scrollTo({ top: details }));
  }

  async #reveal(inspector: FlowInspector, path: NonNullable<OpenFlow['reveal']>): Promise<void> {
    await inspector.updateComplete;
    inspector.focusPath(path);
  }

  // The form of a newly selected step may not have arrived yet.
  async #inspect(field: 'first' | 'name'): Promise<void> {
    await this.#model.waitForEdits();
    await this.updateComplete;
    await this.#inspector.value?.updateComplete;
    this.#inspector.value?.focusField(field === 'name' ? '#step-name' : undefined);
  }

  #page(state: FlowState): TemplateResult {
    return state.kind === 'broken' ? this.#broken(state) : this.#flow(state);
  }

  #flow(flow: OpenFlow): TemplateResult {
    const model = this.#model;
    return html`${headerView(flow, model)} ${flow.notices.map(notice => this.#notice(notice))}
      ${flow.run ? this.#run(flow.run, flow.steps) : nothing}
      <main>
        <step-list
          ${ref(this.#list)}
          .flow=${flow}
          .selection=${model.selection}
          .folds=${model.folds}
          .model=${model}
          .onInspect=${(field: 'first' | 'name') => void this.#inspect(field)}
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
      <span class="codicon codicon-${NOTICE_ICONS[severity]}" aria-hidden="true"></span>
      <p>${sentence}</p>
      ${act ? linkButton(act.label, () => this.#model.runHeaderAction(act.act)) : nothing}
    </div>`;
  }

  #run({ label, action }: NonNullable<OpenFlow['run']>, steps: readonly StepCard[]): TemplateResult {
    const actionButton = (text: string, which: HeaderAction): TemplateResult =>
      linkButton(text, () => this.#model.runHeaderAction(which));
    // A child comes after its parent, which fails with it; the innermost is the cause.
    const failed = steps.findLast(({ run }) => run?.state === 'failed')?.step;
    return html`<div class="banner">
      <span class="codicon codicon-history" aria-hidden="true"></span>
      <p role="status">${label}</p>
      ${failed ? linkButton(`Go to Step ${stepNumber(failed)}`, () => this.#go(failed)) : nothing}
      ${action ? actionButton(action === 'abortRun' ? 'Abort' : 'Run Again', action) : nothing}
      ${actionButton('Hide Run', 'hideRun')}
    </div>`;
  }

  #go(step: StepPath): void {
    this.#model.show(step);
    void this.#list.value?.updateComplete.then(() => this.#list.value?.focusRow());
  }

  #broken({ file, sentence, line, text }: Extract<FlowState, { kind: 'broken' }>): TemplateResult {
    return html`<main class="broken">
      <span class="codicon codicon-error" aria-hidden="true"></span>
      <h1>${file} cannot be shown as a flow</h1>
      <p class="sentence">${sentence}</p>
      <pre aria-label="Line ${line}"><span class="line">${line}</span>${text}</pre>
      <p class="hint">Nothing is lost: the file stays as it is, and shows here again once it can be read.</p>
      <vscode-button icon="go-to-file" @click=${() => void this.#model.runHeaderAction('openText')}
        >Open as Text</vscode-button
      >
    </main>`;
  }
}
