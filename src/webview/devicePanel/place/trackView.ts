import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceRequest, TrackState } from '../../../protocol/devicePlace.ts';
import { codicon, linkButton, secondaryButton } from '../../common/button.ts';
import { inputValueOf } from '../../common/element.ts';
import { metersText, timeText } from '../map/measure.ts';

type Speed = TrackState['speed'];

const RECORDED = [1, 2, 10].map((factor): [Speed, string] => [
  { kind: 'recorded', factor },
  factor === 1 ? 'Recorded speed' : `${factor} × recorded speed`,
]);
const STEADY = (
  [
    [5, 'Walking'],
    [20, 'Cycling'],
    [30, 'City driving'],
    [110, 'Highway driving'],
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
    secondaryButton(label, () => ask({ kind: 'openTrack' }), { icon: 'folder-opened' });
  if (!track) {
    return html`<div class="track">
      <h3>Track</h3>
      <p class="hint">Move the device along a GPX or GeoJSON track.</p>
      <div class="row">${open('Open Track…')}</div>
    </div>`;
  }
  const speeds = track.timed ? [...RECORDED, ...STEADY.slice(0, 2)] : STEADY;
  const { name, meters, positions, note, problem, play, elapsed, duration, gone } = track;
  const progress = `${timeText(elapsed)} of ${timeText(duration)}`;
  const isPlaying = play === 'playing';
  return html`<div class="track">
    <h3>Track</h3>
    <p class="name">${name}</p>
    <p class="hint">${metersText(meters)} · ${positions.toLocaleString('en')} positions</p>
    ${note === undefined ? nothing : html`<p class="hint">${note}</p>`}
    <input
      type="range"
      aria-label="Track progress"
      aria-valuetext=${progress}
      min="0"
      max=${STEPS}
      .value=${String(duration > 0 ? Math.round((elapsed / duration) * STEPS) : 0)}
      @change=${(event: Event) => ask({ kind: 'seek', share: Number(inputValueOf(event)) / STEPS })}
    />
    <p class="progress" data-play=${play}>
      <span>${STATES[play]}</span><span>${progress}</span><span>${metersText(gone)}</span>
    </p>
    ${problem === undefined ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    <div class="row">
      ${secondaryButton(
        isPlaying ? 'Pause' : play === 'finished' ? 'Play Again' : 'Play',
        () => ask({ kind: isPlaying ? 'pause' : 'play' }),
        { icon: isPlaying ? 'debug-pause' : 'play' },
      )}
      <button
        type="button"
        class="secondary-button"
        aria-disabled=${play === 'ready'}
        @click=${() => ask({ kind: 'stop' })}
      >
        ${codicon('debug-stop')}Stop
      </button>
      <select
        aria-label="Track speed"
        @change=${(event: Event) => {
          const [speed] = speeds[Number(inputValueOf(event))] ?? [];
          if (speed) ask({ kind: 'speed', speed });
        }}
      >
        ${speeds.map(
          ([speed, label], index) =>
            html`<option value=${index} ?selected=${isSame(speed, track.speed)}>${label}</option>`,
        )}
      </select>
    </div>
    <div class="row">
      ${open('Open Another Track…')} ${linkButton('Close Track', () => ask({ kind: 'closeTrack' }))}
    </div>
  </div>`;
}

function isSame(speed: Speed, other: Speed): boolean {
  return JSON.stringify(speed) === JSON.stringify(other);
}
