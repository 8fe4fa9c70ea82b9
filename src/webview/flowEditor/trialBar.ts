import { html, nothing, type TemplateResult } from 'lit';
import type { HeaderAction, StepDetails } from '../../protocol/flowEditor.ts';
import { iconButton, linkButton, secondaryButton } from '../common/button.ts';
import type { EditorModel } from './editorModel.ts';

/** Renders the buttons that try a step on a phone of the sandbox. */
export function trialBar({ trial }: StepDetails, model: EditorModel): TemplateResult {
  const { phone, isRunning, readsPayload } = trial;
  const act = (which: HeaderAction) => (): void => void model.runHeaderAction(which);
  return html`<div class="trial" role="group" aria-label="Try out">
    <div class="trial-runs">
      ${secondaryButton('Run This Step', act('runStep'), {
        icon: 'play',
        title: 'Run only this step, with the results of earlier steps (Ctrl+F5)',
      })}
      ${secondaryButton('Run to Here', act('runToStep'), {
        icon: 'run-above',
        title: 'Run all steps up to this one (Ctrl+F10)',
      })}
      ${secondaryButton('Debug to Here', act('debugToStep'), {
        icon: 'debug-alt',
        title: 'Run all steps before this one, then stop to look at values and run step by step',
      })}
      ${isRunning ? secondaryButton('Stop', act('stopTrial'), { icon: 'debug-stop', title: 'Stop the run' }) : nothing}
    </div>
    <div class="trial-phone">
      ${linkButton(phone ?? 'Choose Phone…', act('chooseTrialPhone'), {
        icon: 'device-mobile',
        title: 'Choose the phone on which steps run',
      })}
      ${iconButton('split-horizontal', 'Show Phone', act('showPhone'))}
      ${readsPayload ? linkButton('Sample Values…', act('editTrialPayload'), { title: 'Edit the sample values for the trigger' }) : nothing}
    </div>
  </div>`;
}
