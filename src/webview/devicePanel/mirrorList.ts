import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '../../util/counted.ts';
import type { MirrorLine } from '../../protocol/recorder.ts';
import { namedIcon, secondaryButton } from '../common/button.ts';
import { PageElement, reactive } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

const ICONS: Readonly<Record<MirrorLine['state'], string>> = {
  idle: 'circle-outline',
  waiting: 'ellipsis',
  done: 'pass',
  failed: 'error',
};

/** The mirrored devices, each with its screen and the result of the last gesture. */
export class MirrorList extends PageElement {
  static override properties = reactive('model', 'lines');

  declare model: PanelModel;
  declare lines: readonly MirrorLine[];

  protected override render(): TemplateResult {
    const { lines } = this;
    if (lines.length === 0) {
      return html`<p class="hint">
          Choose devices that repeat every gesture: on the same element, or else at the same point.
        </p>
        ${this.#button('Choose Devices…', 'chooseMirrors')}`;
    }
    const failed = lines.filter(({ state }) => state === 'failed').length;
    return html`<p class="hint" role="status">${summary(lines)}</p>
      <div class="log-tools">
        ${this.#button('Change Devices…', 'chooseMirrors')} ${this.#button('Stop Mirroring', 'endMirrors')}
        ${secondaryButton('Rejoin', () => this.model.ask({ kind: 'mirrorAgain' }), {
          title: 'Let devices that are paused after a failed gesture take part again',
          isDisabled: failed === 0,
        })}
      </div>
      <ul class="mirrors" aria-label="Mirrored devices" tabindex="0">
        ${repeat(
          lines,
          ({ id }) => id,
          line => this.#line(line),
        )}
      </ul>`;
  }

  #button(label: string, kind: 'chooseMirrors' | 'endMirrors'): TemplateResult {
    return secondaryButton(label, () => this.model.ask({ kind }));
  }

  #line({ id, name, state, ms, error, hit, expected, usedPoint, picture }: MirrorLine): TemplateResult {
    const where = expected === undefined ? 'at the same point' : 'on a different element';
    const [icon, label] =
      state === 'done' && usedPoint ? (['warning', `done ${where}`] as const) : [ICONS[state], state];
    return html`<li class="log-line ${state}">
      <mirror-picture .model=${this.model} .device=${id} .label=${name} .number=${picture}></mirror-picture>
      ${namedIcon(icon, label)}
      <div>
        <p>
          ${name}${ms === undefined || error ? nothing : html` <span class="more">${Math.round(ms)} ms</span>`}
        </p>
        ${error === undefined ? nothing : html`<p class="why">${error}</p>`}
        ${hit === undefined ? nothing : html`<p class="more">Tapped ${hit}${usedPoint ? ' at the same point' : nothing}</p>`}
        ${expected === undefined ? nothing : html`<p class="why">Expected ${expected}</p>`}
      </div>
    </li>`;
  }
}

function summary(lines: readonly MirrorLine[]): string {
  const count = (state: MirrorLine['state']): number => lines.filter(line => line.state === state).length;
  const others = lines.filter(({ state, expected }) => state === 'done' && expected !== undefined).length;
  const parts = [
    [count('done'), 'done'],
    [count('waiting'), 'in progress'],
    [count('failed'), 'failed'],
    [others, 'on a different element'],
  ] as const;
  const counts = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return `Mirroring to ${counted(lines.length, 'device')}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`;
}
