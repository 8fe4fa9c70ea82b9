import type { Page } from 'playwright-core';
import { type Protocol, requestEnvelope } from '../../src/protocol/envelope.ts';
import { toError } from '../../src/util/errors.ts';
import { bytesCode, messageCode } from './pageContexts.ts';
import { savePicture } from './pictures.ts';
import {
  dressWebview,
  findOverflowingParts,
  loadWebview,
  type Search,
  seriousFindings,
  type Theme,
} from './webviewPage.ts';

/** The properties in which the pages of the extension differ. */
interface PageKind<Request, State> {
  readonly bundle: string;
  readonly protocol: Protocol<Request, State>;
  /** The folder of its screenshots. */
  readonly pictures: string;
  /** The parts whose content must not overflow, as a selector. */
  readonly parts: string;
}

/** A page in a browser whose host is a test: it records requests, and sends answers and states. */
export abstract class HostedPage<Request extends { readonly kind: string }, State> {
  readonly page: Page;
  readonly requests: Request[] = [];
  /** Errors of the page, policy violations, and invalid messages. */
  readonly errors: string[] = [];
  readonly #kind: PageKind<Request, State>;
  #sent: Promise<unknown> = Promise.resolve();

  protected constructor(page: Page, kind: PageKind<Request, State>) {
    this.page = page;
    this.#kind = kind;
  }

  /** Answers a request of the page, or posts something else. */
  protected abstract receive(id: number, request: Request): unknown;

  protected async load(theme: Theme = 'dark'): Promise<void> {
    await this.page.exposeFunction('hostAsk', (message: unknown) => {
      if (!requestEnvelope(message) || !this.#kind.protocol.request(message.request)) {
        this.errors.push(`The page sends ${JSON.stringify(message)}.`);
        return undefined;
      }
      this.requests.push(message.request);
      return this.receive(message.id, message.request);
    });
    await loadWebview(this.page, this.#kind.bundle, theme, this.errors);
  }

  /** Holds what is sent to the page until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#sent = this.#sent.then(() => promise);
    return () => resolve(undefined);
  }

  /** Sends a state to the page. */
  async show(state: State): Promise<void> {
    if (!this.#kind.protocol.state(state)) throw new Error('The state is of a wrong form.');
    await this.#run(messageCode({ kind: 'state', state }));
  }

  protected async answer(id: number, answer: unknown): Promise<void> {
    await this.#run(
      answer instanceof Uint8Array ? bytesCode(id, answer) : messageCode({ kind: 'answer', id, answer }),
    );
  }

  /** Answers with the message of an error. */
  protected async fail(id: number, error: unknown): Promise<void> {
    await this.#run(messageCode({ kind: 'failure', id, sentence: toError(error).message }));
  }

  async #run(code: string): Promise<void> {
    this.#sent = this.#sent
      .then(() => this.page.evaluate(code))
      .catch((error: unknown) => {
        if (!this.page.isClosed()) this.errors.push(String(error));
      });
    await this.#sent;
  }

  /** Returns the requests of a kind, oldest first. */
  of<Kind extends Request['kind']>(kind: Kind): readonly Extract<Request, { readonly kind: Kind }>[] {
    return this.requests.filter(
      (request): request is Extract<Request, { readonly kind: Kind }> => request.kind === kind,
    );
  }

  /** Returns serious and critical axe-core violations as sentences. */
  async seriousFindings(search?: Search): Promise<readonly string[]> {
    return seriousFindings(this.page, this.errors, search);
  }

  /** Returns the parts of the page whose content overflows. */
  async overflowingParts(): Promise<readonly string[]> {
    return findOverflowingParts(this.page, this.#kind.parts);
  }

  /** Returns the names of icons in the page that the style sheet of icons lacks. */
  async missingIcons(): Promise<readonly string[]> {
    return this.page.evaluate<string[]>(`[...document.querySelectorAll('.codicon')]
      .filter(icon => icon.checkVisibility() && getComputedStyle(icon, '::before').content === 'none')
      .map(icon => icon.className)`);
  }

  /** Applies the colors of a theme to the page. */
  async dress(theme: Theme): Promise<void> {
    await dressWebview(this.page, theme);
  }

  /** Saves a screenshot if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await savePicture(this.page, `${this.#kind.pictures}/${name}`);
  }
}
