import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
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
import { stepNumber } from './steps.ts';

const NOTICE_ICONS: Readonly<Record<Notice['severity'], string>> = {
  warning: 'warning',
  information: 'info',
};

/** The root element: header, notices, steps and inspector. */
export class FlowEditor extends PageElement {
  readonly #model = new EditorModel(editorBrowser, () => this.requestUpdate());
  #list: StepList | undefined;
  #inspector: FlowInspector | undefined;
  #isScrolled = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#findKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#findKey);
  }

  readonly #findKey = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || letterOf(event) !== 'f' || !this.#list) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#list.openFind();
  };

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
    if (revealed && this.#inspector) {
      this.#model.revealed = undefined;
      void this.#reveal(this.#inspector, revealed);
    }
    if (this.#isScrolled || !this.#model.flow) return;
    this.#isScrolled = true;
    const { list, details } = this.#model.keptScroll;
    void this.#list?.updateComplete.then(() => {
      performance.mark('steps drawn');
      this.querySelector('[role=tree]')?.scrollTo({ top: list });
    });
    void this.#inspector?.updateComplete.then(() => this.#inspector?.scrollTo({ top: details }));
  }

  async #reveal(inspector: FlowInspector, path: NonNullable<OpenFlow['reveal']>): Promise<void> {
    await inspector.updateComplete;
    inspector.focusPath(path);
  }

  // The form of a newly selected step may not have arrived yet.
  async #inspect(field: 'first' | 'name'): Promise<void> {
    await this.#model.waitForEdits();
    await this.updateComplete;
    await this.#inspector?.updateComplete;
    this.#inspector?.focusField(field === 'name' ? '#step-name' : undefined);
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
          ${ref(element => (this.#list = element as StepList | undefined))}
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
          ${ref(element => (this.#inspector = element as FlowInspector | undefined))}
          .model=${model}
          .details=${flow.details}
          .run=${this.#runOf(flow)}
          .editable=${flow.editable}
          .revision=${model.revision}
          .subject=${model.subject}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === 'Escape' && !event.defaultPrevented) this.#list?.focusRow();
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
      ${
        act
          ? html`<button
              type="button"
              class="link-button"
              @click=${() => void this.#model.runHeaderAction(act.act)}
            >
              ${act.label}
            </button>`
          : nothing
      }
    </div>`;
  }

  #run({ label, action }: NonNullable<OpenFlow['run']>, steps: readonly StepCard[]): TemplateResult {
    const button = (text: string, run: () => void): TemplateResult =>
      html`<button type="button" class="link-button" @click=${run}>${text}</button>`;
    const runAction = (which: HeaderAction) => (): void => void this.#model.runHeaderAction(which);
    // A child comes after its parent, which fails with it; the innermost is the cause.
    const failed = steps.findLast(({ run }) => run?.state === 'failed')?.step;
    return html`<div class="banner">
      <span class="codicon codicon-history" aria-hidden="true"></span>
      <p role="status">${label}</p>
      ${failed ? button(`Go to Step ${stepNumber(failed)}`, () => this.#go(failed)) : nothing}
      ${action ? button(action === 'abortRun' ? 'Abort' : 'Run Again', runAction(action)) : nothing}
      ${button('Hide Run', runAction('hideRun'))}
    </div>`;
  }

  #go(step: StepPath): void {
    this.#model.show(step);
    void this.#list?.updateComplete.then(() => this.#list?.focusRow());
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
