import { html, noChange, nothing, type TemplateResult } from 'lit';
import { secondsText } from '../../flow/run/outcomeText.ts';
import type { OpenTrace } from '../../protocol/traceViewer.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import { closestTo, PageElement } from '../common/element.ts';
import { comparedDetails, comparedScreens, comparisonBar } from './comparison.ts';
import { detailsView, explanationView, factList } from './details.ts';
import { recordingButton, recordingView } from './recordingView.ts';
import { screenView } from './screenView.ts';
import { STATE_ICONS } from './states.ts';
import type { StepTree } from './stepTree.ts';
import { traceFind } from './traceFind.ts';
import { TraceModel } from './traceModel.ts';
import { traceBrowser } from './traceBrowser.ts';
import type { TracePort } from './tracePort.ts';

/** The root element: header, explanation, screens in time, steps, screen, and evidence. */
export class TraceViewer extends PageElement {
  readonly #model: TraceModel;
  readonly #listener = (event: KeyboardEvent): void => this.#key(event);
  #wasScrubbing = false;

  constructor(port: TracePort = traceBrowser) {
    super();
    this.#model = new TraceModel(port, () => this.requestUpdate());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#listener);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#listener);
  }

  protected override updated(): void {
    this.#wasScrubbing = this.#model.isScrubbing;
  }

  protected override render(): TemplateResult {
    const { state, failure, isScrubbing } = this.#model;
    if (!state) return html`<div class="loading" role="status">Reading the trace…</div>`;
    if (state.kind === 'broken')
      return html`<main class="broken">
        ${codicon('warning')}
        <h1>The trace cannot be opened</h1>
        <p>${state.sentence}</p>
      </main>`;
    const { comparison } = state;
    return html`${this.#header(state)}
      ${comparison ? comparisonBar(this.#model, comparison) : this.#explanation(state)} ${this.#strip()}
      <main
        class="${state.strips.length === 0 && !comparison && !this.#model.recording.isShown ? 'no-screens' : ''} ${isScrubbing ? 'scrubbing' : ''}"
      >
        <section class="steps" aria-label="Steps of the run">
          ${traceFind(this.#model)}
          <step-tree
            .model=${this.#model}
            .trace=${state}
            .selected=${this.#model.row?.key}
            .folded=${this.#model.folded}
            .found=${this.#model.foundKeys}
          ></step-tree>
        </section>
        ${
          comparison
            ? html`${comparedScreens(this.#model)} ${comparedDetails(this.#model)}`
            : html`${this.#screen(state)}
              ${isScrubbing && this.#wasScrubbing ? noChange : detailsView(this.#model, state)}`
        }
      </main>
      ${
        failure === undefined
          ? nothing
          : html`<div class="failure" role="alert">
              ${codicon('error')}
              <p>${failure}</p>
              ${iconButton('close', 'Dismiss', () => this.#model.dismiss())}
            </div>`
      }`;
  }

  #header({ name, state, status, facts, notes, comparison, live }: OpenTrace): TemplateResult {
    return html`<header class="top">
        <h1 title=${name}>${name}</h1>
        ${
          comparison
            ? nothing
            : html`<span class="chip ${state}">${codicon(`${STATE_ICONS[state]} state`)}${status}</span>
                ${factList(facts)}`
        }
        <div class="top-acts">
          ${comparison ? nothing : recordingButton(this.#model.recording)}
          ${
            live || this.#model.isStandalone
              ? nothing
              : secondaryButton('Compare…', () => this.#model.compare(), {
                  icon: 'git-compare',
                  title: 'Compare this run with another one',
                })
          }
        </div>
      </header>
      ${live ? this.#live(live) : nothing}
      ${notes.map(note => html`<p class="note">${codicon('info')} ${note}</p>`)}`;
  }

  #screen({ strips }: OpenTrace): TemplateResult | typeof nothing {
    if (this.#model.recording.isShown) return recordingView(this.#model);
    return strips.length === 0 ? nothing : screenView(this.#model);
  }

  #live({ sentence, isLost }: NonNullable<OpenTrace['live']>): TemplateResult {
    return html`<div class="note live ${isLost ? 'lost' : ''}">
      ${codicon(isLost ? 'warning' : 'sync')}
      <p role="status">${sentence}</p>
      ${
        this.#model.isFollowing
          ? nothing
          : secondaryButton('Follow', () => this.#model.followRun(), {
              title: 'Show the newest step and screen again',
            })
      }
    </div>`;
  }

  #explanation({ explanation }: OpenTrace): TemplateResult | typeof nothing {
    if (!explanation) return nothing;
    const { row, text } = explanation;
    return html`<section class="why" aria-label="Why the run failed" tabindex="0">
      ${codicon('error')} ${explanationView(text)}
      ${
        row === undefined
          ? nothing
          : secondaryButton('Show Failed Step', () => {
              this.#model.select(row);
              this.querySelector<StepTree>('step-tree')?.focusTree();
            })
      }
    </section>`;
  }

  #strip(): TemplateResult | typeof nothing {
    const { frames, frame } = this.#model;
    const shown = frames[frame];
    if (!shown) return nothing;
    return html`<trace-filmstrip
      .model=${this.#model}
      .frames=${frames}
      .current=${frame}
      .words=${this.#words(frame)}
      .version=${this.#model.version}
    ></trace-filmstrip>`;
  }

  #words(index: number): string {
    const { frames, row, isAfter } = this.#model;
    const at = frames[index]?.at;
    return [
      `Screen ${index + 1} of ${frames.length}`,
      ...(row ? [`${isAfter ? 'after' : 'before'} step ${row.number} ${row.name}`] : []),
      ...(at === undefined ? [] : [secondsText(at)]),
    ].join(', ');
  }

  #key(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isPlain = !ctrlKey && !metaKey && !altKey;
    if (isPlain && key === 'F7' && this.#model.trace?.comparison) {
      this.#model.goToDifference(shiftKey ? -1 : 1);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (altKey || shiftKey) return;
    const isFind = (ctrlKey || metaKey) && key.toLowerCase() === 'f';
    if (isFind) this.querySelector<HTMLInputElement>('.find input')?.select();
    else if (key === 'b' && !ctrlKey && !metaKey && !closestTo(event, 'input'))
      this.#model.showMoment(!this.#model.isAfter);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
