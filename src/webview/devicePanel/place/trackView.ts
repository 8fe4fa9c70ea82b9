import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceRequest, TrackState } from '../../../protocol/devicePlace.ts';
import { valueOf } from '../../common/element.ts';
import { metresText, timeText } from '../map/measure.ts';

type Speed = TrackState['speed'];

const RECORDED = [1, 2, 5, 10, 50].map((factor): [Speed, string] => [
  { kind: 'recorded', factor },
  factor === 1 ? 'Recorded speed' : `${factor} × recorded speed`,
]);
const STEADY = (
  [
    [5, 'Walking'],
    [10, 'Running'],
    [20, 'Cycling'],
    [30, 'City driving'],
    [50, 'Driving'],
    [110, 'Highway driving'],
    [300, 'Fast train'],
    [900, 'Plane'],
  ] as const
).map(([kmh, name]): [Speed, string] => [{ kind: 'steady', kmh }, `${name}, ${kmh} km/h`]);

/** Number of slider steps. */
const STEPS = 1000;

const STATES: Readonly<Record<TrackState['play'], string>> = {
  ready: 'Ready',
  playing: 'Playing',
  paused: 'Paused',
  finished: 'Finished',
};

/** Renders the open track with its controls, or a button to open one. */
export function trackView(
  track: TrackState | undefined,
  ask: (request: PlaceRequest) => void,
): TemplateResult {
  const open = (label: string): TemplateResult =>
    html`<button type="button" class="secondary-button" @click=${() => ask({ kind: 'openTrack' })}>
      <span class="codicon codicon-folder-opened" aria-hidden="true"></span>${label}
    </button>`;
  if (!track) {
    return html`<div class="track">
      <h3>Track</h3>
      <p class="hint">Move the device along a GPX or GeoJSON track.</p>
      <div class="row">${open('Open Track…')}</div>
    </div>`;
  }
  const { name, metres, positions, note, problem, play, elapsed, duration, gone } = track;
  const progress = `${timeText(elapsed)} of ${timeText(duration)}`;
  const playing = play === 'playing';
  return html`<div class="track">
    <h3>Track</h3>
    <p class="name">${name}</p>
    <p class="hint">${metresText(metres)} · ${positions.toLocaleString('en')} positions</p>
    ${note === undefined ? nothing : html`<p class="hint">${note}</p>`}
    <input
      type="range"
      aria-label="Track progress"
      aria-valuetext=${progress}
      min="0"
      max=${STEPS}
      .value=${String(duration > 0 ? Math.round((elapsed / duration) * STEPS) : 0)}
      @change=${(event: Event) => ask({ kind: 'seek', share: Number(valueOf(event)) / STEPS })}
    />
    <p class="progress" data-play=${play}>
      <span>${STATES[play]}</span><span>${progress}</span><span>${metresText(gone)}</span>
    </p>
    ${problem === undefined ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    <div class="row">
      <button
        type="button"
        class="secondary-button"
        @click=${() => ask({ kind: playing ? 'pause' : 'play' })}
      >
        <span class="codicon codicon-${playing ? 'debug-pause' : 'play'}" aria-hidden="true"></span>
        ${playing ? 'Pause' : play === 'finished' ? 'Play Again' : 'Play'}
      </button>
      <button
        type="button"
        class="secondary-button"
        aria-disabled=${play === 'ready'}
        @click=${() => ask({ kind: 'stop' })}
      >
        <span class="codicon codicon-debug-stop" aria-hidden="true"></span>Stop
      </button>
      <select
        aria-label="Track speed"
        @change=${(event: Event) => ask({ kind: 'speed', speed: JSON.parse(valueOf(event)) as Speed })}
      >
        ${[...(track.timed ? RECORDED : []), ...STEADY].map(
          ([speed, label]) =>
            html`<option value=${JSON.stringify(speed)} ?selected=${same(speed, track.speed)}>
              ${label}
            </option>`,
        )}
      </select>
    </div>
    <div class="row">
      ${open('Open Another Track…')}
      <button type="button" class="link-button" @click=${() => ask({ kind: 'closeTrack' })}>
        Close Track
      </button>
    </div>
  </div>`;
}

function same(one: Speed, other: Speed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
