import { html, nothing, svg, type TemplateResult } from 'lit';
import type { ShownElement, ShownScreen } from '../../protocol/agentView.ts';
import type { Size } from '../../util/pngSize.ts';

/** Why there is no picture. */
const WITHOUT_PICTURE: Readonly<Record<string, string>> = {
  withheld: 'The picture is withheld, since a passcode or a password could be on the screen.',
  unavailable: 'The device takes no picture now.',
};
/** The size of a screen whose device does not tell it, in pixels. */
const UNKNOWN_SIZE = { width: 1080, height: 2400 };
/** Radius of a point, and of the one that is marked, as a fraction of the shorter side. */
const POINT_SHARE = 0.015;
const MARK_SHARE = 0.06;

interface ScreenOptions {
  readonly connection: string;
  /** Why the screen could not be read again. */
  readonly refusal: string | undefined;
  readonly isReading: boolean;
  /** Reads the screen again, with a picture; undefined if the client calls no tools for the page. */
  readonly look: (() => void) | undefined;
}

/** Shows a screen: a picture with a point for each element, and the list of the elements. */
export class ScreenView {
  readonly #changed: () => void;
  /** The index of the element below the mouse, or with the focus. */
  #marked: number | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  render(screen: ShownScreen, picture: string | undefined, options: ScreenOptions): TemplateResult {
    const { app, width, height, elements, more } = screen;
    return html`<main class="screen" aria-busy=${options.isReading}>
      <header>
        <h1>${app?.text ?? 'Screen'}</h1>
        <span class="quiet"
          >${options.connection}${width === undefined || height === undefined ? '' : ` · ${width} × ${height}`}</span
        >
        ${this.#lookButton(picture, options)}
      </header>
      ${
        options.refusal === undefined ? nothing : html`<p role="alert" class="problem">${options.refusal}</p>`
      }
      ${this.#phone(screen, picture)}
      <ol class="elements" aria-label="Elements">
        ${elements.map((element, index) => this.#row(element, index))}
        ${more > 0 ? html`<li class="quiet">${more} more</li>` : nothing}
        ${elements.length === 0 ? html`<li class="quiet">No element has a text or can be tapped.</li>` : nothing}
      </ol>
    </main>`;
  }

  #lookButton(
    picture: string | undefined,
    { isReading, look }: ScreenOptions,
  ): TemplateResult | typeof nothing {
    if (!look) return nothing;
    const label = picture === undefined ? 'Take Picture' : 'Refresh';
    return html`<button type="button" aria-disabled=${isReading} @click=${look}>
      ${isReading ? 'Reading…' : label}
    </button>`;
  }

  #phone(screen: ShownScreen, picture: string | undefined): TemplateResult {
    const { elements } = screen;
    const { width, height } = sizeOf(screen);
    const reason = WITHOUT_PICTURE[screen.picture ?? ''];
    return html`<figure>
      <svg class="phone" viewBox="0 0 ${width} ${height}" role="img" aria-label="The screen">
        ${picture === undefined ? nothing : svg`<image href=${picture} width=${width} height=${height} />`}
        ${elements.map(({ center: [x, y] }, index) => {
          if (picture !== undefined && index !== this.#marked) return nothing;
          const radius = Math.min(width, height) * (index === this.#marked ? MARK_SHARE : POINT_SHARE);
          return svg`<circle class=${index === this.#marked ? 'marked' : ''} cx=${x} cy=${y} r=${radius} />`;
        })}
      </svg>
      ${reason === undefined ? nothing : html`<figcaption class="quiet">${reason}</figcaption>`}
    </figure>`;
  }

  #row(element: ShownElement, index: number): TemplateResult {
    const { role, text, description, resourceId, center } = element;
    const name = text?.text ?? description?.text;
    const mark = (): void => this.#mark(index);
    const unmark = (): void => this.#mark(undefined);
    return html`<li
      tabindex="0"
      title=${resourceId?.text ?? nothing}
      @mouseenter=${mark}
      @mouseleave=${unmark}
      @focus=${mark}
      @blur=${unmark}
    >
      ${name === undefined ? nothing : html`<b>${name}</b>`}
      <span class="quiet">${[role, ...statesOf(element), center.join(', ')].join(' · ')}</span>
    </li>`;
  }

  #mark(index: number | undefined): void {
    this.#marked = index;
    this.#changed();
  }
}

function sizeOf({ width, height }: ShownScreen): Size {
  return width === undefined || height === undefined ? UNKNOWN_SIZE : { width, height };
}

function statesOf({ checked, focused, disabled, password }: ShownElement): readonly string[] {
  const states = { checked, focused, disabled, password };
  return Object.entries(states).flatMap(([name, isSet]) => (isSet === true ? [name] : []));
}
