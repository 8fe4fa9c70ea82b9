import type { TraceBox } from '../../protocol/traceViewer.ts';

/** The shortest side of an area, in pixels of the page; less is a click. */
const LEAST = 4;

/**
 * Draws a rectangle over the picture in an element while the pointer is dragged from a press on, and returns it in
 * pixels of the picture when the pointer is released. Escape, or a rectangle that is too small, draws nothing.
 */
export function drawMask(press: PointerEvent, done: (area: TraceBox) => void): void {
  const holder = press.currentTarget;
  const image = holder instanceof HTMLElement ? holder.querySelector('img') : null;
  if (!(holder instanceof HTMLElement) || !image || press.button !== 0) return;
  if (!press.isPrimary || image.naturalWidth === 0) return;
  const frame = image.getBoundingClientRect();
  const mask = document.createElement('div');
  mask.className = 'mask';
  const end = new AbortController();
  const { signal } = end;
  signal.addEventListener('abort', () => mask.remove());
  const boxTo = ({ clientX, clientY }: PointerEvent): TraceBox => {
    const x = Math.min(Math.max(clientX, frame.left), frame.right) - frame.left;
    const y = Math.min(Math.max(clientY, frame.top), frame.bottom) - frame.top;
    const [fromX, fromY] = [press.clientX - frame.left, press.clientY - frame.top];
    return {
      left: Math.min(x, fromX),
      top: Math.min(y, fromY),
      right: Math.max(x, fromX),
      bottom: Math.max(y, fromY),
    };
  };
  const show = (event: PointerEvent): void => {
    const { left, top, right, bottom } = boxTo(event);
    Object.assign(mask.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
  };
  const release = (event: PointerEvent): void => {
    end.abort();
    const { left, top, right, bottom } = boxTo(event);
    if (right - left < LEAST || bottom - top < LEAST) return;
    const scale = image.naturalWidth / frame.width;
    done({ left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
  };
  holder.append(mask);
  holder.setPointerCapture(press.pointerId);
  holder.addEventListener('pointermove', show, { signal });
  holder.addEventListener('pointerup', release, { signal });
  holder.addEventListener('pointercancel', () => end.abort(), { signal });
  // The picture can be replaced meanwhile, and then only the document gets the event.
  document.addEventListener('lostpointercapture', () => end.abort(), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end.abort(), { signal });
}
