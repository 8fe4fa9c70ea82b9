import { nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import { SHIFT_PX } from '../../flow/record/stealth.ts';
import type { PanelElement } from '../../protocol/devicePanel.ts';
import type { Touch } from './touch.ts';
import type { Size } from '../../util/pngSize.ts';

/** Radius of a touch mark, as a fraction of the shorter side of the display. */
const TOUCH_SHARE = 0.05;

type Box = Pick<PanelElement, 'left' | 'top' | 'right' | 'bottom'>;

/** The content of the overlay, in device pixels. */
interface Overlay {
  readonly size: Size;
  readonly elements: readonly PanelElement[];
  /** The element of the selected step; `isWrong` if the step may not find it. */
  readonly outline: { readonly boxes: readonly Box[]; readonly isWrong: boolean } | undefined;
  readonly pointed: PanelElement | undefined;
  readonly pinned: PanelElement | undefined;
  /** Position of the pointer that is down. */
  readonly pressed: DevicePoint | undefined;
  /** Trace of the last gesture. */
  readonly touch: Touch | undefined;
  readonly crosshair: DevicePoint | undefined;
  /** Start point of a swipe, marked by keyboard. */
  readonly mark: DevicePoint | undefined;
  /** Swipe in progress or being edited. */
  readonly swipe: { readonly from: DevicePoint; readonly to: DevicePoint } | undefined;
  readonly stealth: boolean;
}

/** Renders the SVG content over the picture. */
export function screenOverlay(overlay: Overlay): TemplateResult {
  const { elements, outline, pointed, pinned, swipe, mark, crosshair, stealth, size, pressed, touch } =
    overlay;
  const line = swipe ?? (mark && crosshair ? { from: mark, to: crosshair } : undefined);
  return svg`
    ${elements.map(element => box(element, 'element'))}
    ${outline?.boxes.map(found => box(found, `element outlined ${outline.isWrong ? 'wrong' : ''}`))}
    ${pointed ? box(pointed, 'element pointed') : nothing}
    ${pinned ? box(pinned, 'element pinned') : nothing}
    ${line ? arrow(line.from, line.to, stealth) : nothing}
    ${pressed ? disc(pressed, size, 'pressed') : nothing}
    ${touch ? keyed(touch.number, trace(touch, size)) : nothing}
    ${crosshair ? cross(crosshair, size) : nothing}`;
}

function box({ left, top, right, bottom }: Box, name: string): TemplateResult {
  return svg`<rect class=${name} x=${left} y=${top} width=${right - left} height=${bottom - top} />`;
}

function disc({ x, y }: DevicePoint, { width, height }: Size, name: string): TemplateResult {
  return svg`<circle class=${name} cx=${x} cy=${y} r=${Math.min(width, height) * TOUCH_SHARE} />`;
}

function trace({ from, to }: Touch, size: Size): TemplateResult {
  return svg`<g class="touch">
    <line class="path" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />
    ${disc(to, size, 'ripple')}
  </g>`;
}

function arrow(from: DevicePoint, to: DevicePoint, stealth: boolean): TemplateResult {
  return svg`
    <line class="trace under" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />
    <line class="trace" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />
    ${
      stealth
        ? svg`<circle class="cloud" cx=${from.x} cy=${from.y} r=${SHIFT_PX.start} />
            <circle class="cloud" cx=${to.x} cy=${to.y} r=${SHIFT_PX.end} />`
        : nothing
    }
    <circle class="start" cx=${from.x} cy=${from.y} r="10" />`;
}

function cross({ x, y }: DevicePoint, { width, height }: Size): TemplateResult {
  const path = `M 0 ${y} H ${width} M ${x} 0 V ${height}`;
  return svg`<path class="cross under" d=${path} /><path class="cross" d=${path} />`;
}
