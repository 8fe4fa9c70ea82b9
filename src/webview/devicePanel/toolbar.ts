import { html, svg, type TemplateResult } from 'lit';
import { LIVE, type PanelState } from '../../protocol/devicePanel.ts';
import { iconButton } from '../common/button.ts';
import { inputValueOf } from '../common/element.ts';
import { withKey } from './screenKeys.ts';
import type { PanelModel } from './panelModel.ts';
import { type Rotation, ZOOMS } from './screenMap.ts';

const RATES: readonly (readonly [everyMs: number, label: string])[] = [
  [0, 'On demand'],
  [LIVE, 'Live'],
  [1000, 'Every second'],
  [2000, 'Every 2 s'],
  [5000, 'Every 5 s'],
  [15_000, 'Every 15 s'],
];

/** Displays to choose from; the service does not report how many a device has. */
const DISPLAYS = [0, 1, 2, 3] as const;

const TURNS: Readonly<Record<Rotation, Rotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/** A device with an arrow; the rotate codicons resemble the refresh icon. */
const ROTATE = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  ${svg`<rect x="2.5" y="5.5" width="6" height="9" rx="1" />
    <path d="M7 2.5h2a4.5 4.5 0 0 1 4.5 4.5v2M11.5 7.5l2 2 2-2" />`}
</svg>`;

/** Renders the header: the device, its connection and the view options. */
export function toolbar(state: PanelState, model: PanelModel): TemplateResult {
  const { device, screen } = state;
  const { turn, zoom, stealth, inspect } = model.viewState;
  const about = [device.state, device.connection].filter(Boolean).join(' · ');
  return html`<header class="top">
    <div class="names">
      <h1 title=${device.name}>${device.name}</h1>
      <span class="more" title=${device.id}>${about}</span>
    </div>
    <div class="tools" role="group" aria-label="Screen options">
      <div class="choices">
        ${choice('Refresh rate', String(screen.everyMs), RATES, value =>
          model.ask({ kind: 'rate', everyMs: Number(value) }),
        )}
        ${choice(
          'Display',
          String(screen.display),
          DISPLAYS.map(display => [
            display,
            screen.absent.includes(display) ? `Display ${display} (not available)` : `Display ${display}`,
          ]),
          value => model.ask({ kind: 'display', display: Number(value) }),
        )}
        ${choice(
          'Zoom',
          String(zoom),
          [['fit', 'Fit'], ...ZOOMS.map(level => [level, `${level * 100} %`] as const), ...unlisted(zoom)],
          value => model.updateView({ zoom: value === 'fit' ? 'fit' : Number(value) }),
        )}
      </div>
      <div class="icons">
        ${iconButton('refresh', 'Refresh Screen', () => model.ask({ kind: 'refresh' }))}
        ${iconButton(
          'device-camera',
          withKey('Take Screenshot', 'picture'),
          () => model.ask({ kind: 'takeScreenshot' }),
          { name: 'Take Screenshot' },
        )}
        ${iconButton(
          'bug',
          'Save Bug Report: picture, elements, last gestures, and facts, without secrets',
          () => model.ask({ kind: 'saveBugReport' }),
          { name: 'Save Bug Report' },
        )}
        <button
          type="button"
          class="icon-button"
          title="Rotate (${turn}°)"
          aria-label="Rotate (${turn}°)"
          @click=${() => model.updateView({ turn: TURNS[turn] })}
        >
          ${ROTATE}
        </button>
        ${toggle(
          'record',
          'Record: turn what you do into steps of a flow',
          state.recording !== undefined,
          () => void model.ask({ kind: 'record', act: state.recording ? 'stop' : 'start' }),
          !state.recording && !state.takesGestures,
        )}
        ${toggle('inspect', 'Inspect Elements', inspect, () => model.inspect(!inspect))}
        ${toggle('person', 'Stealth: vary gestures slightly, like a human hand', stealth, () =>
          model.updateView({ stealth: !stealth }),
        )}
        ${iconButton(
          model.isPhoneOnly ? 'layout-sidebar-right-off' : 'layout-sidebar-right',
          model.isPhoneOnly ? 'Show the Tools' : 'Show Only the Phone',
          () => model.updateView({ phoneOnly: !model.isPhoneOnly }),
        )}
      </div>
    </div>
  </header>`;
}

/** Returns an option for a zoom not in the list, such as one from a pinch. */
function unlisted(zoom: number | 'fit'): readonly (readonly [number, string])[] {
  return zoom === 'fit' || ZOOMS.includes(zoom) ? [] : [[zoom, `${Math.round(zoom * 100)} %`]];
}

function choice(
  label: string,
  value: string,
  options: readonly (readonly [value: string | number, label: string])[],
  chosen: (value: string) => unknown,
): TemplateResult {
  return html`<select
    aria-label=${label}
    title=${label}
    .value=${value}
    @change=${(event: Event) => void chosen(inputValueOf(event))}
  >
    ${options.map(
      ([option, text]) =>
        html`<option value=${option} ?selected=${String(option) === value}>${text}</option>`,
    )}
  </select>`;
}

function toggle(
  icon: string,
  title: string,
  isPressed: boolean,
  click: () => void,
  isDisabled = false,
): TemplateResult {
  const [name = title] = title.split(':');
  return iconButton(icon, title, click, { name, isPressed, isDisabled, className: 'toggle' });
}
