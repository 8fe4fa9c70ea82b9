import { programInFront } from '../apps.ts';
import { box, text } from '../draw/shape.ts';
import { widget } from '../widget.ts';
import { titleBar } from './appBar.ts';
import { installedIcon } from './icons.ts';
import type { Screen, LayoutContext } from './layoutContext.ts';

/** Returns the screen of an installed app: its icon, name and package. */
export function installedScreen(layout: LayoutContext): Screen {
  const { state, theme, screen, area, ios } = layout;
  const { label, packageName } = programInFront(state);
  const bar = titleBar(layout, label);
  const centre = area.width / 2;
  const top = area.y + area.height * 0.34;
  return {
    background: [box(0, 0, screen.width, screen.height, theme.page)],
    barColour: theme.ink,
    widgets: [
      ...bar.widgets,
      widget(
        'text',
        'app_package',
        { x: 0, y: top, width: area.width, height: 150 },
        {
          text: packageName,
          shapes: [
            ...installedIcon(label, ios, centre - 44, top, 88),
            text(centre, top + 124, packageName, 15, theme.quietInk, { align: 'middle' }),
          ],
        },
      ),
    ],
  };
}
