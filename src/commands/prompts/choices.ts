/** An entry of a picker; raw IDs can be typed instead. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
}

/** The entries of a picker: all at once, or page by page while a long list is read. */
export type Choices = readonly Choice[] | Promise<readonly Choice[]> | AsyncIterable<readonly Choice[]>;

/** Yields the pages of a picker, or a single page if all entries come at once. Throws if a page cannot be read. */
export async function* pagesOf(choices: Choices): AsyncGenerator<readonly Choice[]> {
  if (Symbol.asyncIterator in choices) yield* choices;
  else yield await choices;
}

/**
 * Converts the records of a list to picker entries page by page, skipping records for which `choice` returns undefined.
 */
export async function* choicesOf<T>(
  pages: AsyncIterable<readonly T[]>,
  choice: (record: T) => Choice | undefined,
): AsyncGenerator<readonly Choice[]> {
  for await (const page of pages) yield page.flatMap(record => choice(record) ?? []);
}
