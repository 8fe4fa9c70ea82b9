import { html, type TemplateResult } from 'lit';
import {
  clientFacts,
  shownPlan,
  type ShownPlan,
  type ShownResult,
  shownScreen,
  type ShownScreen,
  toolResult,
} from '../../protocol/agentView.ts';
import { isObject } from '../../util/isObject.ts';
import { excessiveSize } from '../../util/pictureSize.ts';
import { toError } from '../../util/errors.ts';
import { PageElement } from '../common/element.ts';
import { AppClient } from './appClient.ts';
import { planView } from './planView.ts';
import { ScreenView } from './screenView.ts';
import { applyTheme } from './theme.ts';

const LOOK = 'look_at_device';

type Shown =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly sentence: string }
  | { readonly kind: 'plan'; readonly plan: ShownPlan }
  | { readonly kind: 'screen'; readonly screen: ShownScreen; readonly picture: string | undefined };

/** The root element: the screen of a device, or the plan of a deployment, from the result of a tool. */
export class AgentView extends PageElement {
  readonly #client = new AppClient((method, params) => this.#notice(method, params));
  readonly #screen = new ScreenView(() => this.requestUpdate());
  #shown: Shown = { kind: 'waiting' };
  /** The arguments of the call. */
  #input: Readonly<Record<string, unknown>> = {};
  #canCallTools = false;
  #isReading = false;
  /** Why the screen could not be read again. */
  #refusal: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    applyTheme({ theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' });
    void this.#open();
  }

  protected override render(): TemplateResult {
    const shown = this.#shown;
    switch (shown.kind) {
      case 'waiting':
        return html`<p role="status" class="quiet">Waiting for the result…</p>`;
      case 'problem':
        return html`<p role="alert" class="problem">${shown.sentence}</p>`;
      case 'plan':
        return planView(shown.plan, this.#connection);
      case 'screen':
        return this.#screen.render(shown.screen, shown.picture, {
          connection: this.#connection,
          isReading: this.#isReading,
          refusal: this.#refusal,
          // The call needs the device, which a client may keep to itself.
          look: this.#canCallTools && 'deviceId' in this.#input ? () => void this.#look() : undefined,
        });
    }
  }

  /** The connection of the call; the sandbox by default. */
  get #connection(): string {
    const { connection } = this.#input;
    return typeof connection === 'string' ? connection : 'Sandbox';
  }

  async #open(): Promise<void> {
    try {
      const facts = await this.#client.open();
      if (clientFacts(facts)) {
        this.#canCallTools = facts.hostCapabilities.serverTools !== undefined;
        applyTheme(facts.hostContext);
      }
    } catch (error) {
      this.#change({ kind: 'problem', sentence: toError(error).message });
    }
    new ResizeObserver(() => this.#sendSize()).observe(this);
    this.requestUpdate();
  }

  #sendSize(): void {
    const { width, height } = document.documentElement.getBoundingClientRect();
    this.#client.notify('ui/notifications/size-changed', {
      width: Math.ceil(width),
      height: Math.ceil(height),
    });
  }

  #notice(method: string, params: unknown): void {
    if (method === 'ui/notifications/host-context-changed') applyTheme(params);
    else if (method === 'ui/notifications/tool-result') this.#show(params);
    else if (method === 'ui/notifications/tool-cancelled')
      this.#change({ kind: 'problem', sentence: 'The call was canceled.' });
    else if (method === 'ui/notifications/tool-input' && isObject(params)) {
      const { arguments: input } = params;
      if (isObject(input)) this.#input = input;
      this.requestUpdate();
    }
  }

  async #look(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    this.requestUpdate();
    try {
      const input = { ...this.#input, picture: true };
      const result = await this.#client.request('tools/call', { name: LOOK, arguments: input });
      const shown = toolResult(result) ? shownOf(result) : unreadable();
      // The last screen stays, with the reason above it.
      if (shown.kind === 'problem') this.#refusal = shown.sentence;
      else this.#change(shown);
    } catch (error) {
      this.#refusal = toError(error).message;
    } finally {
      this.#isReading = false;
      this.requestUpdate();
    }
  }

  #show(result: unknown): void {
    this.#change(toolResult(result) ? shownOf(result) : unreadable());
  }

  #change(shown: Shown): void {
    this.#refusal = undefined;
    this.#shown = shown;
    this.requestUpdate();
  }
}

function shownOf(result: ShownResult): Shown {
  const { content, isError } = result;
  const words = content.find(({ type }) => type === 'text')?.text;
  if (isError === true) return { kind: 'problem', sentence: words ?? 'The call failed.' };
  const output = outputOf(result, words);
  if (shownPlan(output)) return { kind: 'plan', plan: output };
  if (!shownScreen(output)) return unreadable();
  const image = content.find(({ type, mimeType }) => type === 'image' && mimeType === 'image/png');
  const picture = image?.data === undefined ? undefined : pictureUrl(image.data);
  return { kind: 'screen', screen: output, picture };
}

/** The number of characters of a picture in Base64 that contain its size. */
const HEAD_LENGTH = 64;

// A picture with too many pixels is not decoded.
function pictureUrl(base64: string): string | undefined {
  const head = Uint8Array.from(atob(base64.slice(0, HEAD_LENGTH)), letter => letter.charCodeAt(0));
  return excessiveSize(head) ? undefined : `data:image/png;base64,${base64}`;
}

function outputOf(result: object, words: string | undefined): unknown {
  if ('structuredContent' in result) return result.structuredContent;
  try {
    return JSON.parse(words ?? '');
  } catch {
    return undefined;
  }
}

function unreadable(): Shown {
  return { kind: 'problem', sentence: 'The client passed on a result that this page cannot read.' };
}
