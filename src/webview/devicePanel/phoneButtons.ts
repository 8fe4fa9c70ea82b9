import { html, type TemplateResult } from 'lit';
import type { PanelState } from '../../protocol/devicePanel.ts';
import { PHONE_ACTS } from '../../protocol/phoneAct.ts';
import { secondaryButton } from '../common/button.ts';
import type { PanelModel } from './panelModel.ts';

/** The title of the section. */
export const PHONE = 'Phone';

/** Renders the buttons for what belongs to the phone and not to its screen. */
export function phoneButtons({ lacks, takesGestures }: PanelState, model: PanelModel): TemplateResult {
  return html`<div class="row">
    ${PHONE_ACTS.map(({ act, label, icon, title, needs }) => {
      const isMissing = needs !== undefined && lacks.includes(needs);
      return secondaryButton(label, () => void model.ask({ kind: 'phone', act }), {
        icon,
        title: isMissing ? 'This device does not support this' : title,
        isDisabled: isMissing || !takesGestures,
      });
    })}
  </div>`;
}
