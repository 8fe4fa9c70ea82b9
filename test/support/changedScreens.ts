import type { Random } from '../../src/util/random.ts';
import { allOf, copyOf, type DrawnElement, type DrawnScreen } from './drawnScreens.ts';
import { shuffled } from './shuffled.ts';

const BANNER_HEIGHT = 64;
/** The share of elements with another text. */
const CHANGED_SHARE = 0.05;

/** Returns the screen with the children of every container in another order. What is arranged in a row stays together. */
export function shuffleSiblings(screen: DrawnScreen, random: Random): DrawnScreen {
  return changed(screen, element => {
    // A row without an element of its own belongs together, and layers are in front of one another.
    if (element.className !== undefined && !element.flags.has('stack'))
      element.children = shuffled(element.children, Math.floor(random() * 2 ** 32));
  });
}

/** Returns the screen with other contents: some of its texts and descriptions are different. */
export function changeTexts(screen: DrawnScreen, random: Random): DrawnScreen {
  let count = 0;
  return changed(screen, element => {
    if (random() >= CHANGED_SHARE) return;
    if (element.text) element.text = `Other ${++count}`;
    if (element.description) element.description = `Another ${++count}`;
  });
}

/** Returns the screen below a banner with a text and two buttons, which the app did not have before. */
export function addBanner(screen: DrawnScreen): DrawnScreen {
  const { root } = screen;
  const part = (key: string, given: Partial<DrawnElement>): DrawnElement => ({
    ...{ key: `banner ${key}`, className: 'TextView', id: '', text: '', description: '' },
    ...{ flags: new Set<string>(), width: undefined, height: undefined, children: [] },
    ...given,
  });
  const banner = part('', {
    className: 'LinearLayout',
    flags: new Set(['row']),
    height: BANNER_HEIGHT,
    children: [
      part('text', { text: 'A new version is ready' }),
      part('button', { className: 'Button', text: 'Update', flags: new Set(['tap']), width: 88 }),
      part('close', {
        className: 'ImageButton',
        description: 'Dismiss',
        flags: new Set(['tap']),
        width: 48,
      }),
    ],
  });
  const content = root.children.map(child => ({ ...child, flags: new Set([...child.flags, 'fill']) }));
  return { ...screen, root: { ...root, children: [banner, ...content] } };
}

/** Returns the screen with other texts everywhere and, if wanted, other IDs, as after a redesign in another language. */
export function renameAll(screen: DrawnScreen, { ids } = { ids: true }): DrawnScreen {
  const names = new Map<string, string>();
  const renamed = (value: string, word: string): string => {
    const known = names.get(value) ?? `${word}${names.size}`;
    names.set(value, known);
    return known;
  };
  return changed(screen, element => {
    if (element.text) element.text = renamed(element.text, 'Zz ');
    if (element.description) element.description = renamed(element.description, 'Xx ');
    if (ids && element.id && !element.id.startsWith('@')) element.id = renamed(element.id, 'q');
  });
}

/** Returns the screen without an element and what is in it. */
export function removeElement(screen: DrawnScreen, key: string): DrawnScreen {
  return changed(screen, element => {
    element.children = element.children.filter(child => child.key !== key);
  });
}

/** Returns the screen with another element. */
export function changeElement(
  screen: DrawnScreen,
  key: string,
  change: (element: DrawnElement) => void,
): DrawnScreen {
  return changed(screen, element => {
    if (element.key === key) change(element);
  });
}

function changed({ name, root }: DrawnScreen, change: (element: DrawnElement) => void): DrawnScreen {
  const copy = copyOf(root);
  for (const element of allOf(copy)) change(element);
  return { name, root: copy };
}
