import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceRequest, PlaceState, SavedPlace } from '../../../protocol/devicePlace.ts';
import { type Position, positionText } from '../../../util/geoText.ts';
import { iconButton, linkButton, secondaryButton } from '../../common/button.ts';
import { PageElement, reactive } from '../../common/element.ts';
import type { Camera } from '../map/camera.ts';
import type { WorldData } from '../map/worldData.ts';
import type { WorldMap } from '../map/worldMap.ts';
import type { ViewState, PanelModel } from '../panelModel.ts';
import type { PlaceField } from './placeField.ts';
import { trackView } from './trackView.ts';

/** Title of the section. */
export const LOCATION = 'Location';

/**
 * The location section: the device position on a map and in numbers, with controls to move it. The map loads when the
 * section is first opened.
 */
export class LocationSection extends PageElement {
  static override properties = reactive(
    'model',
    'state',
    'opened',
    'missing',
    'viewState',
    'world',
    'worldProblem',
    'line',
  );

  declare model: PanelModel;
  declare state: PlaceState;
  /** True while the section is open. */
  declare opened: boolean;
  /** True if the device reports that it lacks the `geo` capability. */
  declare missing: boolean;
  /** The view options. */
  declare viewState: ViewState;
  declare private world: WorldData | undefined;
  declare private worldProblem: string | undefined;
  /** Positions of the open track. */
  declare private line: readonly Position[];
  #hasStarted = false;
  #lineNumber: number | undefined;

  constructor() {
    super();
    this.line = [];
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.opened) return nothing;
    if (this.missing) {
      return html`<p class="hint">This device cannot simulate GPS.</p>`;
    }
    const { state, world, model } = this;
    const { picked, camera } = this.viewState;
    return html`<place-field
        .saved=${state.saved}
        .gazetteer=${world?.gazetteer}
        .isLoading=${world === undefined && this.worldProblem === undefined}
        @typed=${({ detail }: CustomEvent<Position | null>) => model.updateView({ picked: detail ?? undefined })}
        @chosen=${({ detail }: CustomEvent<Position>) => this.#choose(detail)}
      ></place-field>
      <world-map
        .shapes=${world?.shapes}
        .gazetteer=${world?.gazetteer}
        .device=${state.device}
        .picked=${picked}
        .saved=${state.saved}
        .track=${this.line}
        .storedCamera=${camera}
        @picked=${({ detail }: CustomEvent<Position>) => this.#pickOnMap(detail)}
        @moved=${({ detail }: CustomEvent<Camera>) => model.updateView({ camera: detail })}
      ></world-map>
      ${this.worldProblem === undefined ? nothing : html`<p class="problem" role="alert">${this.worldProblem}</p>`}
      ${this.#pickedRow(picked)} ${this.#deviceRow()}
      <p class="hint">
        Changes GPS only. The IP address location follows the proxy of the device, and connecting a proxy with
        <code>smartIp</code> overwrites the GPS position.
      </p>
      ${state.saved.length === 0 ? nothing : this.#savedList(state.saved)}
      ${trackView(state.track, request => void this.#ask(request))}`;
  }

  protected override updated(): void {
    const { asked } = this.state;
    const { viewState } = this;
    if (asked > viewState.mapAsked) {
      this.model.updateView({ mapAsked: asked });
      this.model.reveal(LOCATION);
      void this.updateComplete.then(() => this.#showMap());
    }
    if (this.opened && !this.missing && !this.#hasStarted) {
      this.#hasStarted = true;
      void this.#start();
    }
    if (this.opened) void this.#readLine();
  }

  #pickedRow(picked: Position | undefined): TemplateResult {
    const where = (picked && this.world?.gazetteer.whereabouts(picked)) ?? '';
    return html`<div class="spot">
        <span class="mark picked"></span>
        <p>
          ${
            picked
              ? html`<strong>${positionText(picked)}</strong> <span class="more">${where}</span>`
              : 'No position selected.'
          }
        </p>
      </div>
      <div class="row">
        <button
          type="button"
          class="main-button"
          ?disabled=${!picked}
          @click=${() => picked && void this.model.perform({ kind: 'locate', ...picked })}
        >
          Set Location
        </button>
        ${secondaryButton(
          'Save Place…',
          () => picked && this.#ask({ kind: 'save', ...picked, suggested: where }),
          { icon: 'star-add', isDisabled: !picked },
        )}
      </div>`;
  }

  #deviceRow(): TemplateResult {
    const { device, problem } = this.state;
    const where = device && this.world?.gazetteer.whereabouts(device);
    return html`<div class="spot">
      <span class="mark device"></span>
      <p>
        ${
          device
            ? html`Device at <strong class="device-at">${positionText(device)}</strong>
                <span class="more">${where}</span>`
            : problem === undefined
              ? 'Loading device location…'
              : html`<span class="problem">${problem}</span>`
        }
      </p>
      ${iconButton('refresh', 'Refresh Location', () => this.#ask({ kind: 'read' }))}
      ${iconButton('discard', 'Reset Location', () => this.model.perform({ kind: 'resetLocation' }))}
    </div>`;
  }

  #savedList(places: readonly SavedPlace[]): TemplateResult {
    return html`<h3>Saved Places</h3>
      <ul class="saved">
        ${places.map(
          place =>
            html`<li>
              ${linkButton(place.name, () => this.#chooseSaved(place))}
              <span class="more">${positionText(place)}</span>
              ${iconButton('close', 'Remove', () => this.#ask({ kind: 'forget', name: place.name }), {
                name: `Remove ${place.name}`,
              })}
            </li>`,
        )}
      </ul>`;
  }

  get #map(): WorldMap | null {
    return this.querySelector('world-map');
  }

  #pick({ latitude, longitude }: Position): void {
    this.model.updateView({ picked: { latitude, longitude } });
    const where = this.world?.gazetteer.whereabouts({ latitude, longitude }) ?? '';
    this.model.say(`Selected ${positionText({ latitude, longitude })}, ${where}`);
  }

  // Text of another position would contradict the selection.
  #pickOnMap(position: Position): void {
    this.#pick(position);
    this.#clearField();
  }

  #chooseSaved(place: SavedPlace): void {
    this.#choose(place);
    this.#clearField();
  }

  #clearField(): void {
    this.querySelector<PlaceField>('place-field')?.clear();
  }

  /** Selects a position and shows it on the map. */
  #choose({ latitude, longitude }: Position): void {
    this.#pick({ latitude, longitude });
    this.#map?.show([{ latitude, longitude }]);
  }

  #showMap(): void {
    this.scrollIntoView({ block: 'nearest' });
    this.#map?.querySelector('canvas')?.focus();
  }

  #ask(request: PlaceRequest): Promise<unknown> {
    return this.model.ask({ kind: 'place', request });
  }

  async #start(): Promise<void> {
    void this.#ask({ kind: 'read' });
    try {
      const { loadWorld } = await import('../map/worldData.ts');
      this.world = await loadWorld();
    } catch {
      this.worldProblem = 'Cannot load the map. Enter a position instead, or reopen the panel.';
    }
  }

  async #readLine(): Promise<void> {
    const number = this.state.track?.number;
    if (number === this.#lineNumber) return;
    this.#lineNumber = number;
    const answer = number === undefined ? [] : await this.#ask({ kind: 'trackLine', number });
    if (number !== this.#lineNumber) return;
    const numbers = Array.isArray(answer) ? answer.map(Number) : [];
    this.line = numbers.flatMap((latitude, index) => {
      const longitude = numbers[index + 1];
      return index % 2 === 0 && longitude !== undefined ? [{ latitude, longitude }] : [];
    });
    if (this.line.length > 0) this.#map?.show(this.line);
  }
}
