import { html, noChange, nothing, type TemplateResult } from 'lit';
import { secondsText } from '../../flow/run/outcomeText.ts';
import type { OpenTrace } from '../../protocol/traceViewer.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import { closestTo, PageElement, inputValueOf } from '../common/element.ts';
import { comparedDetails, comparedScreens, comparisonBar } from './comparison.ts';
import { detailsView, traceExplanationView, factList } from './details.ts';
import { momentButtons, screenView } from './screenView.ts';
import { STATE_ICONS } from './states.ts';
import type { TraceTree } from './traceTree.ts';
import { TraceModel } from './traceModel.ts';
import { traceBrowser } from './traceBrowser.ts';
import type { TracePort } from './tracePort.ts';
import type { RecordingModel } from './recordingModel.ts';

const MAX_LENGTH = 200;

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
          <trace-tree
            .model=${this.#model}
            .trace=${state}
            .selected=${this.#model.row?.key}
            .folded=${this.#model.folded}
            .found=${this.#model.foundKeys}
          ></trace-tree>
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

  #explanation({ state, explanation }: OpenTrace): TemplateResult | typeof nothing {
    if (!explanation) return nothing;
    const { row, text } = explanation;
    // A picture check can fail after steps that all succeeded.
    const [title, act] =
      state === 'failed' ? ['Why the run failed', 'Show Failed Step'] : ['Why the test failed', 'Show Step'];
    return html`<section class="why" aria-label=${title} tabindex="0">
      ${codicon('error')} ${traceExplanationView(text)}
      ${
        row === undefined
          ? nothing
          : secondaryButton(act, () => {
              this.#model.select(row);
              this.querySelector<TraceTree>('trace-tree')?.focusTree();
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

/** Renders the button that shows the screen recording of the run; nothing if there is none. */
function recordingButton(recording: RecordingModel): TemplateResult | typeof nothing {
  if (recording.offered.length === 0) return nothing;
  return secondaryButton('Video', () => recording.toggle(), {
    icon: 'device-camera-video',
    isPressed: recording.isShown,
    title: 'Show the video at the selected step',
  });
}

/** Renders the screen recording at the moment before or after the selected step. */
function recordingView(model: TraceModel): TemplateResult {
  const { offered, moment, video, problem } = model.recording;
  const label = offered.find(({ id }) => id === moment?.id)?.label ?? '';
  // Without the times of steps, it plays from its start.
  const startMs = model.isAfter ? moment?.after : moment?.before;
  const hasBoth = moment?.before !== undefined && moment.after !== undefined;
  return html`<section class="screen recorded" aria-label="Video">
    <div class="screen-head">
      ${momentButtons(model, hasBoth)}
      <span class="app">${label}</span>
    </div>
    ${
      problem !== undefined
        ? html`<p class="empty" role="alert">${problem}</p>`
        : video
          ? html`<screen-video
              .bytes=${video.bytes}
              .label=${`Video: ${label}`}
              .startMs=${startMs}
            ></screen-video>`
          : html`<p class="empty" role="status">Reading the video…</p>`
    }
  </section>`;
}

/** Renders the search field above the steps: Enter goes to the next match, Shift+Enter to the previous one. */
function traceFind(model: TraceModel): TemplateResult {
  const { query, found, row } = model;
  const isNone = query.trim() !== '' && found.length === 0;
  const at = found.findIndex(one => one.row === row?.key);
  const count =
    query.trim() === '' ? '' : isNone ? 'No results' : `${at < 0 ? '?' : at + 1} of ${found.length}`;
  const isDisabled = found.length === 0;
  return html`<div class="find" role="search" @keydown=${(event: KeyboardEvent) => pressKey(model, event)}>
    <input
      class=${isNone ? 'none' : ''}
      type="search"
      aria-label="Search steps, texts on screens, and logs"
      placeholder="Search steps, texts, logs"
      spellcheck="false"
      maxlength=${MAX_LENGTH}
      .value=${query}
      @input=${(event: Event) => model.find(inputValueOf(event))}
    />
    <span class="find-count ${isNone ? 'none' : ''}" role="status">${count}</span>
    ${iconButton('arrow-up', 'Previous match (Shift+Enter)', () => model.goToFound(-1), { isDisabled })}
    ${iconButton('arrow-down', 'Next match (Enter)', () => model.goToFound(1), { isDisabled })}
  </div>`;
}

function pressKey(model: TraceModel, event: KeyboardEvent): void {
  if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  if (event.key === 'Enter') model.goToFound(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape') model.find('');
  else return;
  event.preventDefault();
}
