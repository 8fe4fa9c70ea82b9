import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../flow/check/checkSummary.ts';
import type { RecordingAction, ShownRecording } from '../../protocol/recorder.ts';
import { linkButton } from '../common/button.ts';
import type { PanelModel } from './panelModel.ts';

/** Renders the recording of the device: its file, its last step, and what can be done with it. */
export function recordingBanner(
  { file, steps, last, hasChoices, offers }: ShownRecording,
  model: PanelModel,
): TemplateResult {
  const act = (which: RecordingAction) => (): void => void model.ask({ kind: 'record', act: which });
  return html`<div class="recording-banner" role="group" aria-label="Recording">
    <span class="recording-dot" aria-hidden="true"></span>
    <div>
      <p class="recording-title" role="status">
        Recording into ${file}${steps === 0 ? nothing : ` · ${counted(steps, 'step')}`}
      </p>
      <p class="hint">${last ?? 'What you do on this device becomes steps of the flow.'}</p>
      <div class="recording-acts">
        ${linkButton('Stop', act('stop'), { title: 'Stop recording' })}
        ${
          steps > 0
            ? linkButton('Undo Last Step', act('undo'), {
                title: 'Remove the last recorded step from the flow; the device stays as it is',
              })
            : nothing
        }
        ${
          hasChoices
            ? linkButton('Change Selector…', act('changeSelector'), {
                title: 'Choose how the step finds its element',
              })
            : nothing
        }
        ${
          offers > 0
            ? linkButton(
                offers === 1 ? 'Use 1 Typed Value…' : `Use ${offers} Typed Values…`,
                act('usePayload'),
                {
                  title: 'Read typed values from the payload of the trigger',
                },
              )
            : nothing
        }
      </div>
    </div>
  </div>`;
}
