import { area, box, disc, line, ring, textShape, type Paint, type Shape } from '../draw/shape.ts';
import type { AppId } from '../state.ts';

const GROUNDS: Readonly<Record<AppId, Paint>> = {
  messages: { top: '#3fcf8e', bottom: '#1f9d68' },
  maps: { top: '#f7f9fc', bottom: '#dfe7f1' },
  browser: { top: '#5aa7ff', bottom: '#2b62e3' },
  form: { top: '#ffb65c', bottom: '#f0813a' },
  settings: { top: '#8a93a8', bottom: '#596178' },
};

/** Returns the background color of an app's icon and card. */
export function appGround(app: AppId): Paint {
  return GROUNDS[app];
}

/** Returns an app's icon with its upper left corner at x, y: round on Android, a rounded square on iOS. */
export function appIcon(app: AppId, ios: boolean, x: number, y: number, size: number): Shape[] {
  const ground = box(x, y, size, size, GROUNDS[app], ios ? size * 0.235 : size / 2);
  const unit = size / 24;
  return [ground, ...appSign(app, x, y, unit)];
}

/** Returns the icon of an installed app: the first letter of its name on a background. */
export function installedIcon(label: string, ios: boolean, x: number, y: number, size: number): Shape[] {
  const [letter = '?'] = label.trim();
  return [
    box(x, y, size, size, { top: '#7b6ff0', bottom: '#4a3fb5' }, ios ? size * 0.235 : size / 2),
    textShape(x + size / 2, y + size * 0.68, letter.toUpperCase(), size * 0.5, '#ffffff', {
      weight: 'semibold',
      align: 'middle',
    }),
  ];
}

/** Returns the symbol of an app in a square of 24 by 24 `unit`s. */
function appSign(app: AppId, x: number, y: number, unit: number): Shape[] {
  const at = (column: number, row: number): [number, number] => [x + column * unit, y + row * unit];
  const slab = (
    column: number,
    row: number,
    width: number,
    height: number,
    paint: Paint,
    radius: number,
  ): Shape => box(...at(column, row), width * unit, height * unit, paint, radius * unit);
  const stroke = (width: number, ...points: [number, number][]): Shape =>
    line(width * unit, '#ffffff', ...points.map(([column, row]) => at(column, row)));
  switch (app) {
    case 'messages':
      return [
        slab(6, 6.8, 12, 8.8, '#ffffff', 2.6),
        area('#ffffff', at(8.4, 14.5), at(8.4, 18.2), at(12.2, 15.2)),
        stroke(0.9, [8.6, 9.8], [15.4, 9.8]),
        ...[9.2, 12, 14.8].map(column => disc(...at(column, 11.2), 0.85 * unit, '#2bb67c')),
      ];
    case 'maps':
      return [
        area('#e2574c', at(8.45, 11.4), at(15.55, 11.4), at(12, 18.4)),
        disc(...at(12, 9.6), 4 * unit, '#e2574c'),
        disc(...at(12, 9.6), 1.6 * unit, '#ffffff'),
      ];
    case 'browser':
      return [
        ring(...at(12, 12), 5.8 * unit, 1.1 * unit, '#ffffff'),
        stroke(1, [6.3, 12], [17.7, 12]),
        stroke(1, [12, 6.2], [9.7, 9], [9.2, 12], [9.7, 15], [12, 17.8]),
        stroke(1, [12, 6.2], [14.3, 9], [14.8, 12], [14.3, 15], [12, 17.8]),
      ];
    case 'form':
      return [
        slab(7.2, 5.8, 9.6, 12.4, '#ffffff', 1.6),
        ...[9, 11.4].map(row => line(0.95 * unit, '#f2954c', at(9.2, row), at(14.8, row))),
        line(1.2 * unit, '#f2954c', at(9.6, 14.4), at(11.2, 16), at(14.2, 13.2)),
      ];
    case 'settings':
      return [8.2, 12, 15.8].flatMap((row, index) => [
        stroke(1.1, [6.8, row], [17.2, row]),
        disc(...at([14, 9.4, 13][index] ?? 12, row), 1.75 * unit, '#ffffff'),
      ]);
  }
}
