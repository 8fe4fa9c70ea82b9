import { html, nothing, type TemplateResult } from 'lit';
import { secondaryButton } from '../common/button.ts';
import type { RecordingModel } from './recordingModel.ts';
import { momentButtons } from './screenView.ts';
import type { TraceModel } from './traceModel.ts';

/** Renders the button that shows the screen recording of the run; nothing if there is none. */
export function recordingButton(recording: RecordingModel): TemplateResult | typeof nothing {
  if (recording.offered.length === 0) return nothing;
  return secondaryButton('Screen Recording', () => recording.toggle(), {
    icon: 'device-camera-video',
    isPressed: recording.isShown,
    title: 'Show the screen recording at the selected step',
  });
}

/** Renders the screen recording at the moment before or after the selected step. */
export function recordingView(model: TraceModel): TemplateResult {
  const { offered, moment, video, problem } = model.recording;
  const label = offered.find(({ id }) => id === moment?.id)?.label ?? '';
  // Without the times of steps, it plays from its start.
  const startMs = model.isAfter ? moment?.after : moment?.before;
  const hasBoth = moment?.before !== undefined && moment.after !== undefined;
  return html`<section class="screen recorded" aria-label="Screen recording">
    <div class="screen-head">
      ${momentButtons(model, hasBoth)}
      <span class="app">${label}</span>
    </div>
    ${
      problem !== undefined
        ? html`<p class="empty" role="alert">${problem}</p>`
        : video
          ? html`<screen-video
              .bytes=${video.bytes}
              .label=${`Screen recording: ${label}`}
              .startMs=${startMs}
            ></screen-video>`
          : html`<p class="empty" role="status">Reading the video…</p>`
    }
  </section>`;
}
