/** An article in the Browser app. */
export interface Story {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly minutes: number;
  readonly text: string;
}

const CLOSING =
  'The people involved say that the work went on quietly for months before anyone took notice. They plan to publish what they learnt, so that others need not begin from nothing.\n\nWhat happens next depends on the weather, on a little money, and on the patience of the neighbours.';

function story(id: string, section: string, minutes: number, title: string, opening: string): Story {
  return { id, section, minutes, title, text: `${opening}\n\n${CLOSING}` };
}

/** The articles in display order. */
export const STORIES: readonly Story[] = [
  story(
    'tram',
    'City',
    4,
    'Night trams return to the harbour line',
    'From Friday the last tram leaves the harbour at two in the morning, an hour and a half later than before.',
  ),
  story(
    'seeds',
    'Science',
    6,
    'A seed bank opens in an old railway tunnel',
    'Forty thousand kinds of grain, beans and grasses now rest at four degrees behind a steel door.',
  ),
  story(
    'bread',
    'Food',
    3,
    'Why slow bread keeps longer',
    'A dough that rests overnight holds more water, and the loaf stays soft for days.',
  ),
  story(
    'lighthouse',
    'Travel',
    5,
    'Sleeping in a lighthouse, eighty steps up',
    'The beds are narrow and the wind is loud, yet the rooms are booked until spring.',
  ),
  story(
    'maps',
    'Technology',
    7,
    'Drawing maps for people who cannot see them',
    'Raised lines and a small speaker turn a sheet of paper into a guide to the station.',
  ),
  story(
    'bees',
    'Science',
    4,
    'Counting bees by their sound',
    'A microphone the size of a coin hears how many wings are busy inside the hive.',
  ),
  story(
    'bridge',
    'City',
    2,
    'The foot bridge closes for two weeks',
    'Painters need dry days; walkers are asked to take the ferry, which will run free of charge.',
  ),
  story(
    'chess',
    'People',
    5,
    'The chess club that meets on a bus',
    'Every Tuesday the boards come out at the depot and the last game ends at the terminus.',
  ),
  story(
    'repair',
    'Technology',
    6,
    'A library that lends soldering irons',
    'Members may keep a tool for a week and ask a volunteer for advice on Saturdays.',
  ),
  story(
    'rain',
    'Weather',
    2,
    'Rain by the evening, clear on Sunday',
    'Showers move in from the west after lunch and leave again during the night.',
  ),
  story(
    'choir',
    'Culture',
    3,
    'A choir without a conductor',
    'The singers breathe together, and that is all the signal they need.',
  ),
  story(
    'bicycle',
    'Travel',
    8,
    'Three borders in one day on a bicycle',
    'The route follows the old customs path and is flat almost all the way.',
  ),
];

/** Returns the articles whose title or section contains a text; all for an empty one. */
export function findStories(words: string): readonly Story[] {
  const wanted = words.trim().toLowerCase();
  return STORIES.filter(({ title, section }) => `${title} ${section}`.toLowerCase().includes(wanted));
}
