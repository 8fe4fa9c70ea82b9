/** A failed request, with a sentence for the user. */
export class HostFailure extends Error {}

/** The connection of a webview to the extension: sends requests, and stores state while the webview is hidden. */
export interface Host<Request, State, Kept> {
  /** Sends a request and returns its answer; throws HostFailure if it fails. */
  ask(request: Request): Promise<unknown>;
  /** The value stored by an earlier instance of the webview. */
  readonly kept: Kept | undefined;
  /** The state embedded in the HTML; undefined if a stored value exists, because the HTML may then be older. */
  readonly first: State | undefined;
  /** Stores a small value, such as scroll position and selection, while the webview is hidden and across reloads. */
  keep(value: Kept): void;
}
