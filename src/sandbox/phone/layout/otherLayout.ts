import type { LayoutChange, LayoutFault } from '../../../contract/sandbox/fault.ts';
import { type Random, seededRandom } from '../../../util/random.ts';
import { box, textShape, type Shape } from '../draw/shape.ts';
import { type Box, rect } from '../geometry.ts';
import { widget, type Widget } from '../widget.ts';
import type { LayoutContext } from './layoutContext.ts';
import translations from './translations.json' with { type: 'json' };

/** The display sizes of `resized`, relative to the usual one. */
const SCALES = [0.85, 0.9, 1.1, 1.15] as const;
/** The height of the notice that moves the content down, in density-independent units. */
const NOTICE = { least: 72, most: 112 } as const;
const NOTICE_TEXT = 'New in this version';
const TRANSLATIONS: Readonly<Record<string, Readonly<Record<'de' | 'pt', string>>>> = translations;
/** The maximum number of widgets that get a common group. */
const MAX_GROUPED = 3;

/** Returns the factor by which the display size differs from the usual one. */
export function scaleOf(layout: LayoutFault | undefined): number {
  if (!has(layout, 'resized')) return 1;
  return SCALES[Math.floor(randomOf(layout)() * SCALES.length)] ?? 1;
}

/** Returns the height of the notice above the content, 0 without one. */
export function spaceAbove(layout: LayoutFault | undefined): number {
  if (!has(layout, 'moved')) return 0;
  return Math.round(NOTICE.least + randomOf(layout)() * (NOTICE.most - NOTICE.least));
}

/** Returns the widgets of a screen as another layout shows them. They do the same when they are touched. */
export function changeWidgets(
  widgets: readonly Widget[],
  context: LayoutContext,
  layout: LayoutFault,
): readonly Widget[] {
  const random = randomOf(layout);
  // The same for each of them, so that an ID does not change while a screen is open.
  const rename = renamingOf(random);
  const changeOne = (given: Widget): Widget => {
    const changed = has(layout, 'translated') ? translateOne(given, layout.language ?? 'de') : given;
    const children = changed.children.map(changeOne);
    if (has(layout, 'withoutIds')) return { ...changed, children, resourceName: '' };
    return has(layout, 'renamed')
      ? { ...changed, children, resourceName: rename(given.id) }
      : { ...changed, children };
  };
  const all = [...notice(context, layout), ...widgets];
  return (has(layout, 'regrouped') ? regroup(all, random) : all).map(changeOne);
}

function has(layout: LayoutFault | undefined, change: LayoutChange): layout is LayoutFault {
  return layout?.changes.includes(change) === true;
}

function randomOf({ seed = 1 }: LayoutFault): Random {
  return seededRandom(seed).next;
}

function notice({ theme, area }: LayoutContext, layout: LayoutFault): readonly Widget[] {
  const height = spaceAbove(layout);
  if (height === 0) return [];
  const bounds = rect(0, area.y - height, area.width, height);
  const shapes = [
    box(bounds.x, bounds.y, bounds.width, bounds.height, theme.card),
    textShape(20, bounds.y + height / 2 + 6, NOTICE_TEXT, 16, theme.ink, { weight: 'semibold' }),
  ];
  return [widget('text', 'version_notice', bounds, { text: NOTICE_TEXT, shapes })];
}

function renamingOf(random: Random): (id: string) => string {
  const styles: readonly ((id: string) => string)[] = [
    id => `view_${id}`,
    id => `${id}_v2`,
    id => id.replaceAll(/[._](\w)/g, (_, first: string) => first.toUpperCase()).concat('View'),
  ];
  return styles[Math.floor(random() * styles.length)] ?? String;
}

/** Returns widgets as a phone in a language shows them, which are the given ones if there are no translations for it. */
export function translateWidgets(widgets: readonly Widget[], locale: string | undefined): readonly Widget[] {
  const language = /^(de|pt)\b/.exec(locale ?? '')?.[1];
  if (language !== 'de' && language !== 'pt') return widgets;
  const translateAll = (given: Widget): Widget => ({
    ...translateOne(given, language),
    children: given.children.map(translateAll),
  });
  return widgets.map(translateAll);
}

function translateOne(given: Widget, language: 'de' | 'pt'): Widget {
  const shapes = given.shapes.map((shape): Shape =>
    shape.kind === 'text' && !showsInput(given) ? { ...shape, text: translate(shape.text, language) } : shape,
  );
  const changed = { ...given, shapes };
  return {
    ...changed,
    ...(given.text === undefined || showsInput(given) ? {} : { text: translate(given.text, language) }),
    ...(given.description === undefined ? {} : { description: translate(given.description, language) }),
    ...(given.hint === undefined ? {} : { hint: translate(given.hint, language) }),
  };
}

function showsInput({ kind, text: typed, hint }: Widget): boolean {
  return kind === 'field' && typed !== undefined && typed !== '' && typed !== hint;
}

// The text of a row is its label and its value. What is not known, such as a name, is the same in every language.
function translate(given: string, language: 'de' | 'pt'): string {
  const known = (part: string): string =>
    Object.hasOwn(TRANSLATIONS, part) ? (TRANSLATIONS[part]?.[language] ?? part) : part;
  const whole = known(given);
  return whole === given ? given.split(', ').map(known).join(', ') : whole;
}

/** Dissolves groups that only hold others together, and puts neighbors into new ones. */
function regroup(widgets: readonly Widget[], random: Random): readonly Widget[] {
  const single = widgets.flatMap(item => {
    const children = regroup(item.children, random);
    return isDissolvable(item) ? [{ ...item, children: [] }, ...children] : [{ ...item, children }];
  });
  const grouped: Widget[] = [];
  for (let at = 0; at < single.length;) {
    const count = 1 + Math.floor(random() * MAX_GROUPED);
    const members = single.slice(at, at + count);
    at += count;
    const [first] = members;
    if (first && members.length > 1)
      grouped.push(widget('group', `group_of_${first.id}`, boundsOf(members), { children: members }));
    else grouped.push(...members);
  }
  return grouped;
}

function isDissolvable({ kind, tap, longPress, swipeUp, scrolling, pannable }: Widget): boolean {
  return kind === 'group' && (tap ?? longPress ?? swipeUp ?? scrolling ?? pannable) === undefined;
}

function boundsOf(widgets: readonly Widget[]): Box {
  const x = Math.min(...widgets.map(({ bounds }) => bounds.x));
  const y = Math.min(...widgets.map(({ bounds }) => bounds.y));
  const right = Math.max(...widgets.map(({ bounds }) => bounds.x + bounds.width));
  const bottom = Math.max(...widgets.map(({ bounds }) => bounds.y + bounds.height));
  return rect(x, y, right - x, bottom - y);
}
