import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '../../flow/check/checkSummary.ts';
import type { MirrorLine } from '../../protocol/recorder.ts';
import { linkButton, namedIcon, secondaryButton } from '../common/button.ts';
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
          Choose devices that repeat every gesture. Points are scaled to each screen. Text is typed only where
          a field has the focus, passwords only into password fields. Tracks are not mirrored.
        </p>
        ${this.#button('Choose Devices…', 'chooseMirrors')}`;
    }
    const failed = lines.filter(({ state }) => state === 'failed').length;
    return html`<p class="hint" role="status">${summary(lines)}</p>
      <div class="log-tools">
        ${this.#button('Change Devices…', 'chooseMirrors')} ${this.#button('Stop Mirroring', 'endMirrors')}
      </div>
      ${
        failed === 0
          ? nothing
          : html`<p class="why">
              ${counted(failed, 'device')} paused after a failed gesture.
              ${linkButton('Rejoin', () => this.model.ask({ kind: 'mirrorAgain' }))}
            </p>`
      }
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

  #line({ id, name, state, ms, error, hit, expected, picture }: MirrorLine): TemplateResult {
    const isOther = state === 'done' && expected !== undefined;
    const [icon, label] = isOther
      ? (['warning', 'done on a different element'] as const)
      : [ICONS[state], state];
    return html`<li class="log-line ${state}">
      <mirror-picture .model=${this.model} .device=${id} .label=${name} .number=${picture}></mirror-picture>
      ${namedIcon(icon, label)}
      <div>
        <p>
          ${name}${ms === undefined || error ? nothing : html` <span class="more">${Math.round(ms)} ms</span>`}
        </p>
        ${error === undefined ? nothing : html`<p class="why">${error}</p>`}
        ${hit === undefined ? nothing : html`<p class="more">Tapped ${hit}</p>`}
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
