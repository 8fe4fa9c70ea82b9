import { nothing, svg, type TemplateResult } from 'lit';
import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import { SHIFT_PX } from '../../flow/stealth.ts';
import type { ScreenElement } from '../../protocol/devicePanel.ts';
import type { Size } from './screenMap.ts';

/** What is drawn over the picture, in pixels of the device. */
export interface Overlay {
  readonly size: Size;
  readonly elements: readonly ScreenElement[];
  readonly pointed: ScreenElement | undefined;
  readonly crosshair: DevicePoint | undefined;
  /** Where a swipe begins that the keyboard has marked. */
  readonly mark: DevicePoint | undefined;
  /** A swipe that is being made, or whose numbers are changed. */
  readonly swipe: { readonly from: DevicePoint; readonly to: DevicePoint } | undefined;
  readonly stealth: boolean;
}

/** The drawing over the picture. */
export function screenOverlay(overlay: Overlay): TemplateResult {
  const { elements, pointed, swipe, mark, crosshair, stealth, size } = overlay;
  const line = swipe ?? (mark && crosshair ? { from: mark, to: crosshair } : undefined);
  return svg`
    ${elements.map(element => box(element, 'element'))}
    ${pointed ? box(pointed, 'element pointed') : nothing}
    ${line ? arrow(line.from, line.to, stealth) : nothing}
    ${crosshair ? cross(crosshair, size) : nothing}`;
}

function box({ left, top, right, bottom }: ScreenElement, name: string): TemplateResult {
  return svg`<rect class=${name} x=${left} y=${top} width=${right - left} height=${bottom - top} />`;
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

/** The smallest element that holds a point, the one in front of equals; undefined where none does. */
export function elementAt(
  elements: readonly ScreenElement[],
  { x, y }: DevicePoint,
): ScreenElement | undefined {
  let found: ScreenElement | undefined;
  for (const element of elements) {
    const { left, top, right, bottom } = element;
    if (x < left || x >= right || y < top || y >= bottom) continue;
    if (!found || area(element) <= area(found)) found = element;
  }
  return found;
}

function area({ left, top, right, bottom }: ScreenElement): number {
  return (right - left) * (bottom - top);
}
