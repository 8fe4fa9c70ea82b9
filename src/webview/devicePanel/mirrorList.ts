import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MirrorLine } from '../../protocol/recorder.ts';
import { PageElement } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

const ICONS: Readonly<Record<MirrorLine['state'], string>> = {
  idle: 'circle-outline',
  waiting: 'ellipsis',
  done: 'pass',
  failed: 'error',
};

/** The devices that do what is done here, each with what came of the last gesture. */
export class MirrorList extends PageElement {
  static override properties: PropertyDeclarations = {
    model: { attribute: false },
    lines: { attribute: false },
  };

  declare model: PanelModel;
  declare lines: readonly MirrorLine[];

  protected override render(): TemplateResult {
    const { lines } = this;
    if (lines.length === 0) {
      return html`<p class="hint">
          Choose devices that do whatever you do here. Points are scaled to the size of each screen. Text is
          typed where a field has the focus, a password only where no field shows it. A track is played here
          alone.
        </p>
        ${this.#choose('Choose Devices…')}`;
    }
    const failed = lines.filter(({ state }) => state === 'failed').length;
    return html`<p class="hint" role="status">
        ${summary(lines)} Points are scaled to each screen; text is typed where a field has the focus.
      </p>
      <div class="log-tools">
        ${this.#choose('Change…')}
        <button
          type="button"
          class="secondary-button"
          @click=${() => void this.model.ask({ kind: 'endMirrors' })}
        >
          End
        </button>
      </div>
      ${
        failed === 0
          ? nothing
          : html`<p class="why">
              ${failed === 1 ? 'One device is' : `${failed} devices are`} left alone since a gesture failed
              there.
              <button
                type="button"
                class="link-button"
                @click=${() => void this.model.ask({ kind: 'mirrorAgain' })}
              >
                Take in again
              </button>
            </p>`
      }
      <ul class="mirrors" aria-label="Devices that go along" tabindex="0">
        ${repeat(
          lines,
          ({ id }) => id,
          line => this.#line(line),
        )}
      </ul>`;
  }

  #choose(label: string): TemplateResult {
    return html`<button
      type="button"
      class="secondary-button"
      @click=${() => void this.model.ask({ kind: 'chooseMirrors' })}
    >
      ${label}
    </button>`;
  }

  #line({ name, state, ms, error }: MirrorLine): TemplateResult {
    return html`<li class="log-line ${state}">
      <span class="codicon codicon-${ICONS[state]}" role="img" aria-label=${state}></span>
      <div>
        <p>
          ${name}${ms === undefined || error ? nothing : html` <span class="more">${Math.round(ms)} ms</span>`}
        </p>
        ${error === undefined ? nothing : html`<p class="why">${error}</p>`}
      </div>
    </li>`;
  }
}

function summary(lines: readonly MirrorLine[]): string {
  const count = (state: MirrorLine['state']): number => lines.filter(line => line.state === state).length;
  const parts = [
    [count('done'), 'done'],
    [count('waiting'), 'under way'],
    [count('failed'), 'failed'],
  ] as const;
  const told = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  const devices = lines.length === 1 ? 'One device goes' : `${lines.length} devices go`;
  return `${devices} along${told.length > 0 ? `: ${told.join(', ')}` : ''}.`;
}
