/** A request that the host did not do: why, in one sentence, and whether the same may be asked again. */
export class HostFailure extends Error {
  readonly again: boolean;

  constructor(sentence: string, again: boolean) {
    super(sentence);
    this.again = again;
  }
}

/** The page's end of its host: asks, hears new states, and keeps what a page must remember while hidden. */
export interface Host<Request, State, Kept> {
  /** Sends a request and waits for its answer; throws HostFailure when the host could not do it. */
  ask(request: Request): Promise<unknown>;
  /** What was kept when the page was last alive. */
  readonly kept: Kept | undefined;
  /** What the page was given to begin with; nothing where it was alive before, since it is older than that. */
  readonly first: State | undefined;
  /** Keeps a small value, such as scroll and selection, over a hidden time or a reload. */
  keep(value: Kept): void;
}
