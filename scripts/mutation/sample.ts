/**
 * Takes from several lists in turn, so that each gives as much as the others while it lasts. What a list gives
 * depends on its name and the seed alone, so a change of one file leaves the sample of the others as it is.
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
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that follow from a text (mulberry32). */
function randomNumbers(text: string): () => number {
  let state = 0;
  for (const character of text) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
