import { seededRandom } from '../../src/util/random.ts';

/**
 * Takes items from several lists in turn, so that all are represented equally as long as they last. The items taken
 * from a list depend only on its name and the seed, so a changed file does not affect the sample of others.
 */
export function sampleEvenly<Item>(
  lists: ReadonlyMap<string, readonly Item[]>,
  count: number,
  seed: number,
): readonly Item[] {
  const shuffled = [...lists].map(([name, items]) => shuffle(items, randomNumbers(`${seed} ${name}`)));
  const longest = Math.max(0, ...shuffled.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, round) =>
    shuffled.flatMap(items => items.slice(round, round + 1)),
  );
  return inTurn.flat().slice(0, count);
}

function shuffle<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map(item => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Returns a generator of pseudorandom numbers from 0 to 1, seeded with a text. */
function randomNumbers(text: string): () => number {
  let state = 0;
  for (const character of text) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return seededRandom(state).next;
}
