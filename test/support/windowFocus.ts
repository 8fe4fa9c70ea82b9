/** Runs in the page: simulates losing or gaining the focus, which an automated page always has. */
export function setFocus(focused: boolean): void {
  const { document, dispatchEvent } = globalThis as unknown as BrowserWindow;
  document.hasFocus = () => focused;
  dispatchEvent(new Event(focused ? 'focus' : 'blur'));
}

/** The browser globals used here; tests have no DOM types. */
interface BrowserWindow {
  readonly document: { hasFocus: () => boolean };
  readonly dispatchEvent: (event: Event) => boolean;
}
