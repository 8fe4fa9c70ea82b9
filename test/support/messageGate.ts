import type { Page } from 'playwright-core';

/** Holds the messages from the server of VS Code to a page. They then arrive at once, as in a busy window. */
export class MessageGate {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Applies to windows that the page loads from now on. */
  static async install(page: Page): Promise<MessageGate> {
    await page.addInitScript(wrapSockets);
    return new MessageGate(page);
  }

  /** Returns the messages that are held, as one text. */
  async text(): Promise<string> {
    return this.#page.evaluate(async () => {
      const { held } = (globalThis as unknown as GatedWindow).gate;
      return new Blob(held.map(({ data }) => data)).text();
    });
  }

  async close(): Promise<void> {
    await this.#page.evaluate(() => {
      (globalThis as unknown as GatedWindow).gate.isClosed = true;
    });
  }

  /** Delivers what was held, as one message for each connection. */
  async open(): Promise<void> {
    await this.#page.evaluate(() => {
      const { gate } = globalThis as unknown as GatedWindow;
      gate.isClosed = false;
      for (const [receive, messages] of Map.groupBy(gate.held.splice(0), ({ receive }) => receive))
        receive(new MessageEvent('message', { data: new Blob(messages.map(({ data }) => data)) }));
    });
  }
}

type Receive = (event: MessageEvent) => void;

interface GatedWindow {
  WebSocket: typeof WebSocket;
  readonly gate: { isClosed: boolean; readonly held: { readonly receive: Receive; readonly data: Blob }[] };
}

/** Runs in the page before its scripts. */
function wrapSockets(): void {
  const gate: GatedWindow['gate'] = { isClosed: false, held: [] };
  const gated = class extends WebSocket {
    override addEventListener(type: string, listener: unknown): void {
      const receive = listener as Receive;
      super.addEventListener(type, event => {
        if (gate.isClosed && event instanceof MessageEvent)
          gate.held.push({ receive, data: event.data as Blob });
        else receive(event as MessageEvent);
      });
    }
  };
  Object.assign(globalThis, { WebSocket: gated, gate });
}
