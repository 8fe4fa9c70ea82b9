import { html, nothing, svg, type TemplateResult } from 'lit';
import type {
  StepEvidence,
  TraceBox,
  TraceGesture,
  TraceRow,
  TraceScreenState,
} from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import type { DrawableScreen } from './pictures.ts';
import type { TraceModel } from './traceModel.ts';

/** The least and largest height of the text of a drawn element, in device pixels per 1,000 pixels of the screen. */
const TEXT = { least: 10, most: 26 } as const;

/** Renders the large screen with what the step touched, and the switch between before and after. */
export function screenView(model: TraceModel): TemplateResult {
  const { row, screen, preview, isAfter, isReadingScreen } = model;
  const hasBoth = row?.before !== undefined && row.after !== undefined;
  return html`<section class="screen" aria-label="Screen">
    <div class="screen-head">
      ${momentButtons(model, hasBoth)}
      ${screen?.screen.app && !preview ? html`<span class="app">App: ${screen.screen.app}</span>` : nothing}
    </div>
    ${
      preview
        ? html`<div class="glass">
            <screen-preview
              .bitmap=${preview.bitmap}
              .screen=${preview.id}
              .label=${row ? `Screen, step ${row.number} ${row.name}` : 'Screen'}
            ></screen-preview>
          </div>`
        : screen
          ? screenPicture(screen, row, { touched: isAfter ? undefined : touchedIn(model) })
          : isReadingScreen
            ? html`<div class="empty"></div>`
            : emptyScreen(
                (row?.before ?? row?.after) ? 'The trace does not have this screen.' : noScreen(row),
              )
    }
  </section>`;
}

// The evidence of the previous step is shown until that of the selected one has arrived.
function touchedIn({ row, evidence, evidenceOf }: TraceModel): StepEvidence | undefined {
  return row && evidenceOf === row.key ? evidence : undefined;
}

/** Returns the reason why a row has no screen. */
export function noScreen(row: TraceRow | undefined): string {
  if (row?.step === undefined) return 'Select a step to see its screen.';
  return row.state === 'skipped' ? 'The step did not run.' : 'The trace has no screen of this step.';
}

/** Renders the buttons that switch between the moments before and after the step, if it has both. */
export function momentButtons(model: TraceModel, hasBoth: boolean): TemplateResult {
  const button = (label: string, isAfter: boolean): TemplateResult =>
    html`<button
      type="button"
      class="moment"
      aria-pressed=${model.isAfter === isAfter}
      aria-keyshortcuts="B"
      title="Show the screen ${label.toLowerCase()} the step (B)"
      ?disabled=${!hasBoth}
      @click=${() => model.showMoment(isAfter)}
    >
      ${label}
    </button>`;
  return html`<div class="moments" role="group" aria-label="Moment">
    ${button('Before', false)}${button('After', true)}
  </div>`;
}

/** Things that are drawn on a screen. */
interface Marked {
  readonly touched?: Pick<StepEvidence, 'target' | 'gestures'> | undefined;
  /** The elements that the other run does not show. */
  readonly changed?: readonly TraceBox[];
  /** The run that the screen is of, if there are two. */
  readonly run?: string;
}

/** Renders a screen with what is marked on it. */
export function screenPicture(
  { id, screen, url, isPassing = false }: DrawableScreen,
  row: TraceRow | undefined,
  { touched, changed = [], run = '' }: Marked,
): TemplateResult {
  const { width, height, app, dialog, problem = '', elements } = screen;
  const isDrawn = url === undefined && !isPassing && elements.length > 0;
  if (url === undefined && elements.length === 0 && problem !== '') return emptyScreen(problem);
  const title = [
    `Screen ${app === '' ? '' : `of ${app}`}`.trim(),
    dialog === undefined ? '' : `dialog “${dialog}”`,
  ];
  const label = [run, ...title, row ? `step ${row.number} ${row.name}` : ''].filter(Boolean).join(', ');
  const unit = Math.max(width, height) / 1000;
  return html`<div class="glass">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label} data-screen=${id}>
      ${
        url === undefined
          ? drawing(screen, unit)
          : svg`<image href=${url} width=${width} height=${height} preserveAspectRatio="none" />`
      }
      ${changed.map(box => outline('changed-element', box, unit))}
      ${touched?.target ? outline('target', touched.target.box, unit) : nothing}
      ${touched?.gestures.map(gesture => finger(gesture, unit)) ?? nothing}
    </svg>
    ${isDrawn || problem !== '' ? html`<p class="hint">${problem} ${isDrawn ? 'Drawn from the elements of the screen.' : ''}</p>` : nothing}
  </div>`;
}

function emptyScreen(sentence: string): TemplateResult {
  return html`<div class="empty">
    ${codicon('device-mobile')}
    <p>${sentence}</p>
  </div>`;
}

/** Draws the elements of a screen without a picture, such as fields with their texts. */
function drawing({ width, height, elements }: TraceScreenState, unit: number): TemplateResult {
  return svg`<rect class="paper" width=${width} height=${height} />
    ${elements.map(({ box, text, isField }) => {
      const [wide, high] = [Math.max(0, box.right - box.left), Math.max(0, box.bottom - box.top)];
      const size = Math.min(TEXT.most * unit, Math.max(TEXT.least * unit, high * 0.5));
      return svg`<g class=${isField ? 'field' : 'drawn-element'}>
        <rect x=${box.left} y=${box.top} width=${wide} height=${high} />
        <svg x=${box.left} y=${box.top} width=${wide} height=${high}>
          <text x=${4 * unit} y=${Math.min(high / 2, size)} font-size=${size} dominant-baseline="central">${text}</text>
        </svg>
      </g>`;
    })}`;
}

function outline(name: string, { left, top, right, bottom }: TraceBox, unit: number): TemplateResult {
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const box = (look: string, stroke: number): TemplateResult =>
    svg`<rect class=${look} x=${left} y=${top} width=${width} height=${height} stroke-width=${stroke * unit} />`;
  return svg`${box(`${name} under`, 6)}${box(name, 3)}`;
}

/** Draws the way of the finger: a dot for a tap, a line with its end marked for a swipe. */
function finger({ path, label }: TraceGesture, unit: number): TemplateResult | typeof nothing {
  const [first] = path;
  const last = path.at(-1);
  if (!first || !last) return nothing;
  const points = path.map(({ x, y }) => `${x},${y}`).join(' ');
  const dot = (name: string, radius: number, { x, y }: { readonly x: number; readonly y: number }) =>
    svg`<circle class=${name} cx=${x} cy=${y} r=${radius * unit} stroke-width=${2 * unit} />`;
  return svg`<g class="finger"><title>${label}</title>
    <polyline class="under" points=${points} stroke-width=${9 * unit} />
    <polyline points=${points} stroke-width=${5 * unit} />
    ${path.length > 1 ? dot('from', 7, first) : nothing}${dot('to', 14, last)}
  </g>`;
}
