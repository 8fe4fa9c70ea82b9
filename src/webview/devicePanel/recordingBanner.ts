import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState } from '../../protocol/devicePanel.ts';
import type { RecordingAction, ShownRecording } from '../../protocol/recorder.ts';
import { counted } from '../../util/counted.ts';
import { linkButton, secondaryButton } from '../common/button.ts';
import type { PanelModel } from './panelModel.ts';

/**
 * Renders the recording of the device: its file, its last step, and what can be done with it. Its height is always the
 * same, so that the screen below stays where it is.
 */
export function recordingBanner(
  { file, steps, last, hasChoices, offers }: ShownRecording,
  { pick, outline }: Pick<PanelState, 'pick' | 'outline'>,
  model: PanelModel,
): TemplateResult {
  const act = (which: RecordingAction) => (): void => void model.ask({ kind: 'record', act: which });
  const title = `Recording into ${file}${steps === 0 ? '' : ` · ${counted(steps, 'step')}`}`;
  const mode = pick?.mode;
  // Once a recorded step has led to another screen, its element is not expected there.
  const isFound = outline !== undefined && outline.boxes.length > 0;
  const named = isFound ? `${outline.step}: ${outline.problem ?? outline.label}` : undefined;
  const isWrong = !mode && isFound && outline.problem !== undefined;
  const hint = mode
    ? `Click an element to ${mode === 'check' ? 'check it' : 'wait for it'}. Press Escape to go on.`
    : (named ?? last ?? 'What you do on this device becomes steps of the flow.');
  return html`<div class="recording-banner" role="group" aria-label="Recording">
    <span class="recording-dot" aria-hidden="true"></span>
    <div>
      <p class="recording-title" role="status" title=${title}>${title}</p>
      <p class="hint recording-hint ${isWrong ? 'wrong' : ''}" title=${hint}>${hint}</p>
      <div class="recording-acts">
        ${secondaryButton('Check', act('check'), {
          icon: 'checklist',
          title: 'Check an element of the screen',
          isPressed: mode === 'check',
        })}
        ${secondaryButton('Wait', act('wait'), {
          icon: 'watch',
          title: 'Wait for an element of the screen, or for a time',
          isPressed: mode === 'wait',
        })}
        ${secondaryButton('Undo', act('undo'), {
          icon: 'discard',
          title: 'Remove the last recorded step from the flow; the device stays as it is',
          isDisabled: steps === 0,
        })}
        ${secondaryButton('Stop', act('stop'), { icon: 'debug-stop', title: 'Stop recording' })}
        <div class="recording-links">
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
                  { title: 'Read typed values from the payload of the trigger' },
                )
              : nothing
          }
        </div>
      </div>
    </div>
  </div>`;
}
