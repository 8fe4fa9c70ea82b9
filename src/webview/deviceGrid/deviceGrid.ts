import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '../../util/counted.ts';
import { deviceGridProtocol, type GridState } from '../../protocol/deviceGrid.ts';
import type { Size } from '../../util/pngSize.ts';
import { linkButton, secondaryButton } from '../common/button.ts';
import { connectHost } from '../common/connectHost.ts';
import { PageElement } from '../common/element.ts';
import { layoutGrid, nextTile, type GridLayout } from './gridLayout.ts';
import { GridModel, type GridPort } from './gridModel.ts';
import { GridTile } from './gridTile.ts';
import { describeResult } from './resultText.ts';

const browserPort: GridPort = { connect: shown => connectHost(deviceGridProtocol, shown) };

/** The root element: the switch for all devices with its result, and the tiles. */
export class DeviceGrid extends PageElement {
  readonly #model = new GridModel(browserPort, () => this.requestUpdate());
  #space: Size = { width: 0, height: 0 };
  #layout: GridLayout | undefined;
  readonly #seen = new Set<string>();
  readonly #resized = new ResizeObserver(entries => {
    const box = entries.at(-1)?.contentRect;
    if (!box) return;
    this.#space = { width: box.width, height: box.height };
    this.requestUpdate();
  });
  readonly #inView = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (!(target instanceof GridTile)) continue;
      if (isIntersecting) this.#seen.add(target.tile.id);
      else this.#seen.delete(target.tile.id);
    }
    this.#model.see([...this.#seen]);
  });

  override disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#inView.disconnect();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { state, spoken } = this.#model;
    return html`${state ? this.#grid(state) : html`<div class="loading" role="status">Loading devices…</div>`}
      <p class="visually-hidden" id="grid-help">
        Click to tap, drag to swipe. Arrow keys go to other devices, Enter opens the device panel.
      </p>
      <div class="visually-hidden" role="status" aria-live="polite">${spoken}</div>`;
  }

  protected override updated(): void {
    const { state } = this.#model;
    const tiles = this.querySelector<HTMLElement>('.tiles');
    if (!state || !tiles) return;
    // Observing an element again has no effect.
    this.#resized.observe(tiles);
    for (const tile of tiles.querySelectorAll('grid-tile')) this.#inView.observe(tile);
  }

  #grid(state: GridState): TemplateResult {
    const { tiles, actOnAll, connection } = state;
    const { stage } = this.#layOut(state);
    return html`<div class="top">
        <div class="names">
          <h1>${counted(tiles.length, 'Device')}</h1>
          <span class="more">${connection.name}</span>
        </div>
        ${tiles.length > 1 ? this.#switch(actOnAll) : nothing}
      </div>
      ${tiles.length > 1 ? this.#result(state) : nothing}
      <main class="tiles ${actOnAll ? 'together' : ''}" aria-label="Devices" @keydown=${this.#press}>
        ${repeat(
          tiles,
          ({ id }) => id,
          tile =>
            html`<grid-tile
              .model=${this.#model}
              .tile=${tile}
              .page=${this.#model.page(tile.id)}
              .stage=${stage}
              .isActive=${this.#model.active === tile.id}
            ></grid-tile>`,
        )}
      </main>`;
  }

  /** Computes the layout, which stays the same object as long as it does not change, so that tiles are not rendered again. */
  #layOut({ tiles }: GridState): GridLayout {
    const next = layoutGrid(
      this.#space,
      tiles.map(({ size }) => size),
    );
    const isSame = this.#layout && JSON.stringify(this.#layout) === JSON.stringify(next);
    const layout = isSame && this.#layout ? this.#layout : next;
    this.#layout = layout;
    const { columns, stage } = layout;
    this.style.setProperty('--columns', String(columns));
    this.style.setProperty('--stage-width', `${stage.width}px`);
    this.style.setProperty('--stage-height', `${stage.height}px`);
    return layout;
  }

  #switch(isPressed: boolean): TemplateResult {
    const title = 'Perform each gesture on all devices of this grid';
    const turn = (): unknown => this.#model.ask({ kind: 'actOnAll', on: !isPressed });
    return secondaryButton('Act on All', turn, { icon: 'broadcast', title, isPressed });
  }

  #result(state: GridState): TemplateResult {
    // The line keeps its height, so that no tile moves under the pointer.
    if (!state.actOnAll)
      return html`<div class="result off">
        <p>Each gesture acts on the device where you make it.</p>
      </div>`;
    const { summary, failures, paused } = describeResult(state);
    return html`<div class="result" tabindex="0" role="group" aria-label="Last gesture on all devices">
      <p>${summary}</p>
      ${
        paused === undefined
          ? nothing
          : html`<p>${paused} ${linkButton('Rejoin', () => this.#model.ask({ kind: 'rejoin' }))}</p>`
      }
      ${
        failures.length === 0
          ? nothing
          : html`<ul aria-label="Failed devices">
              ${failures.map(({ name, why }) => html`<li><span class="name">${name}</span>: ${why}</li>`)}
            </ul>`
      }
    </div>`;
  }

  readonly #press = (event: KeyboardEvent): void => {
    const all = [...this.querySelectorAll<HTMLElement>('.glass')];
    const index = all.findIndex(glass => glass === event.target);
    if (index === -1) return;
    const to = nextTile(event.key, index, { columns: this.#layout?.columns ?? 1, count: all.length });
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
}
