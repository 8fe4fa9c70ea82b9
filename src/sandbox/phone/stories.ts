import stories from './stories.json' with { type: 'json' };

/** An article in the Browser app. */
export interface Story {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly minutes: number;
  readonly text: string;
}

const CLOSING =
  'The people involved say that the work went on quietly for months before anyone took notice. They plan to publish what they learned, so that others need not begin from nothing.\n\nWhat happens next depends on the weather, on a little money, and on the patience of the neighbors.';

/** The articles in display order. */
export const STORIES: readonly Story[] = stories.map(({ opening, ...story }) => ({
  ...story,
  text: `${opening}\n\n${CLOSING}`,
}));

/** Returns the articles whose title or section contains a text; all for an empty one. */
export function findStories(words: string): readonly Story[] {
  const wanted = words.trim().toLowerCase();
  return STORIES.filter(({ title, section }) => `${title} ${section}`.toLowerCase().includes(wanted));
}
