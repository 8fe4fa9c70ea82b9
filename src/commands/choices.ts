/** A record to choose from; raw ids can always be typed instead. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
}

/** What a person chooses from: all at once, or page by page as a long list is read. */
export type Choices = Promise<readonly Choice[]> | AsyncIterable<readonly Choice[]>;

/** The pages of a choice; one where it comes at once. Rejects where a page cannot be read. */
export async function* pagesOf(choices: Choices): AsyncGenerator<readonly Choice[]> {
  if (Symbol.asyncIterator in choices) yield* choices;
  else yield await choices;
}

/** The records of a list, page by page, as what a person chooses from; those without a choice are left out. */
export async function* choicesOf<T>(
  pages: AsyncIterable<readonly T[]>,
  choice: (record: T) => Choice | undefined,
): AsyncGenerator<readonly Choice[]> {
  for await (const page of pages) yield page.flatMap(record => choice(record) ?? []);
}
