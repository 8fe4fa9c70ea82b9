import { programInFront } from '../apps.ts';
import { text } from '../draw/shape.ts';
import { rect } from '../geometry.ts';
import { widget } from '../widget.ts';
import { titleBar } from './appBar.ts';
import { installedIcon } from './icons.ts';
import { appScreen, type LayoutContext, type Screen } from './layoutContext.ts';

/** Returns the screen of an installed app: its icon, name and package. */
export function installedScreen(layout: LayoutContext): Screen {
  const { state, theme, area, ios } = layout;
  const { label, packageName } = programInFront(state);
  const bar = titleBar(layout, label);
  const center = area.width / 2;
  const top = area.y + area.height * 0.34;
  return appScreen(layout, [
    ...bar.widgets,
    widget('text', 'app_package', rect(0, top, area.width, 150), {
      text: packageName,
      shapes: [
        ...installedIcon(label, ios, center - 44, top, 88),
        text(center, top + 124, packageName, 15, theme.quietInk, { align: 'middle' }),
      ],
    }),
  ]);
}
