import { area, box, line, ring, textShape, type Color, type Shape } from '../draw/shape.ts';
import type { TouchEffect } from '../effect.ts';
import { rect } from '../geometry.ts';
import { widget, type Widget } from '../widget.ts';
import { clockText } from '../screenContext.ts';
import type { LayoutContext } from './layoutContext.ts';

/** Returns the heights reserved for the bars above and below the apps. */
export function barHeights(ios: boolean): { readonly status: number; readonly navigation: number } {
  return ios ? { status: 54, navigation: 28 } : { status: 36, navigation: 48 };
}

/** Returns the status bar with time, network and battery. */
export function statusBar(layout: LayoutContext, ink: Color): Widget {
  const { screen, context, state, ios } = layout;
  const height = barHeights(ios).status;
  const middle = ios ? 32 : 20;
  const right = screen.width - (ios ? 30 : 18);
  const time = clockText(context.now, context);
  const percent = `${Math.round(context.batteryPercent)}%`;
  const island = ios ? [box(screen.width / 2 - 60, 12, 120, 34, '#000000', 17)] : [];
  const percentText = textShape(right - 32, middle + 4.5, percent, 12.5, ink, {
    weight: 'semibold',
    align: 'end',
  });
  const children = [
    widget('text', 'clock', rect(0, 0, ios ? 110 : 80, height), {
      text: time,
      shapes: [textShape(ios ? 40 : 18, middle + 5.5, time, ios ? 17 : 14.5, ink, { weight: 'semibold' })],
    }),
    widget('image', 'battery', rect(right - 70, 0, 70, height), {
      description: `Battery ${percent}`,
      shapes: [...battery(right, middle, ink, context.batteryPercent), percentText],
    }),
    widget('image', 'network', rect(right - 96, 0, 26, height), {
      description: networkText(layout),
      shapes: networkSign(right - 94, middle, ink, state.switches.airplane || !state.switches.wifi),
    }),
  ];
  return widget('group', 'status_bar', rect(0, 0, screen.width, height), { shapes: island, children });
}

function networkText({ state }: LayoutContext): string {
  if (state.switches.airplane) return 'Airplane mode';
  return state.switches.wifi ? 'Wi-Fi connected' : 'Wi-Fi off';
}

function battery(right: number, middle: number, ink: Color, percent: number): Shape[] {
  const fill = Math.max((Math.min(percent, 100) / 100) * 20, 1.5);
  return [
    box(right - 26, middle - 6, 24, 12, `${ink}66`, 3.5),
    box(right - 24, middle - 4, fill, 8, percent <= 15 ? '#e2574c' : ink, 2),
    box(right - 1.2, middle - 2, 1.8, 4, `${ink}66`, 0.9),
  ];
}

/** Returns the signal bars, pale while there is no network. */
function networkSign(left: number, middle: number, ink: Color, off: boolean): Shape[] {
  return [4, 6.5, 9, 11.5].map((height, index) =>
    box(left + index * 4.6, middle + 5.5 - height, 3.2, height, off ? `${ink}4d` : ink, 1),
  );
}

/** Returns Android's navigation bar with three buttons, or the iOS home indicator, which cannot be tapped. */
export function navigationBar(layout: LayoutContext, ink: Color): Widget {
  const { screen, ios } = layout;
  const height = barHeights(ios).navigation;
  const y = screen.height - height;
  const bounds = rect(0, y, screen.width, height);
  if (ios) {
    const indicator = box(screen.width / 2 - 68, screen.height - 13, 136, 5, ink, 2.5);
    return widget('image', 'home_indicator', bounds, { description: 'Home indicator', shapes: [indicator] });
  }
  const middle = y + height / 2;
  const center = screen.width / 2;
  const reach = Math.min(screen.width / 3, 130);
  const key = (id: string, description: string, x: number, tap: TouchEffect, sign: Shape): Widget =>
    widget('button', id, rect(x - reach / 2, y, reach, height), { description, tap, shapes: [sign] });
  const back = center - reach;
  const recents = center + reach;
  return widget('group', 'navigation_bar', bounds, {
    children: [
      key(
        'back_key',
        'Back',
        back,
        { kind: 'back' },
        area(ink, [back + 6, middle - 8], [back + 6, middle + 8], [back - 8, middle]),
      ),
      key('home_key', 'Home', center, { kind: 'home' }, ring(center, middle, 7.5, 2, ink)),
      key(
        'recents_key',
        'Recent apps',
        recents,
        { kind: 'recents' },
        line(
          2,
          ink,
          [recents - 7, middle - 7],
          [recents + 7, middle - 7],
          [recents + 7, middle + 7],
          [recents - 7, middle + 7],
          [recents - 7, middle - 7],
        ),
      ),
    ],
  });
}
