import { html, nothing, type TemplateResult } from 'lit';
import {
  clientFacts,
  shownPlan,
  type ShownPlan,
  type ShownPlanItem,
  type ShownResult,
  shownScreen,
  type ShownScreen,
  toolResult,
} from '../../protocol/agentView.ts';
import { isObject } from '../../util/isObject.ts';
import { excessiveSize } from '../../util/pictureSize.ts';
import { toError } from '../../util/errors.ts';
import { PageElement } from '../common/element.ts';
import { ScreenView } from './screenView.ts';

const VARIABLE = /^--[\w-]{1,60}$/;

/** The words for actions that have an effect, and for the others, in the order of the summary. */
const ACTIONS: Readonly<Record<string, readonly [badge: string, inSummary: string]>> = {
  create: ['Create', 'to create'],
  update: ['Update', 'to update'],
  recreate: ['Recreate', 'to recreate'],
  unchanged: ['Unchanged', 'unchanged'],
  refused: ['Refused', 'refused'],
};

const VERSION = '2026-01-26';

const UNKNOWN_METHOD = -32_601;

/** The requests of the client that the page answers without doing anything. */
const ACCEPTED = ['ping', 'ui/resource-teardown'];

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

function shownOf({ content, isError }: ShownResult): Shown {
  const words = content.find(({ type }) => type === 'text')?.text;
  if (isError === true) return { kind: 'problem', sentence: words ?? 'The call failed.' };
  const output = parse(words);
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

function parse(words: string | undefined): unknown {
  try {
    return JSON.parse(words ?? '');
  } catch {
    return undefined;
  }
}

function unreadable(): Shown {
  return { kind: 'problem', sentence: 'The client passed on a result that this page cannot read.' };
}

/** The client that shows the page, spoken to by the extension “MCP Apps” of the Model Context Protocol. */
class AppClient {
  readonly #client = window.parent;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  /** `notified` receives the notifications of the client. */
  constructor(notified: (method: string, params: unknown) => void) {
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== this.#client || !isObject(data)) return;
      const { id, method, params } = data;
      if (typeof method !== 'string') this.#settle(id, data);
      else if (id === undefined) notified(method, params);
      else this.#answer(id, method);
    });
  }

  /** Introduces the page. Resolves to what the client says about itself. */
  async open(): Promise<unknown> {
    const facts = await this.request('ui/initialize', {
      appInfo: { name: 'cloud-device-automation', version: '1' },
      appCapabilities: {},
      protocolVersion: VERSION,
    });
    this.notify('ui/notifications/initialized', {});
    return facts;
  }

  /** Sends a request. Rejects with the message of the client. */
  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ id, method, params });
    return waiting.promise;
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #settle(id: unknown, { result, error }: Readonly<Record<string, unknown>>): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(isObject(error) ? String(error['message']) : 'The client refuses.'));
  }

  #answer(id: unknown, method: string): void {
    if (ACCEPTED.includes(method)) this.#send({ id, result: {} });
    else this.#send({ id, error: { code: UNKNOWN_METHOD, message: `The page does not know ${method}.` } });
  }

  #send(message: object): void {
    // The page does not know the origin of the client, and sends it only what the client gave it.
    this.#client.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

/** Shows what a deployment to a connection would do with each file. */
function planView({ items }: ShownPlan, connection: string): TemplateResult {
  return html`<main>
    <h1>Deployment Plan</h1>
    <p class="quiet">${connection} · ${summaryOf(items)}</p>
    <ul class="plan">
      ${items.map(itemView)}
    </ul>
  </main>`;
}

function itemView({ path, action, reason, changes }: ShownPlanItem): TemplateResult {
  return html`<li>
    <span class="badge" data-action=${action}>${ACTIONS[action]?.[0] ?? action}</span>
    <code>${path}</code>
    ${reason ? html`<p class=${action === 'refused' ? 'problem' : 'quiet'}>${reason.text}</p>` : nothing}
    ${
      changes.length === 0
        ? nothing
        : html`<ul class="changes" aria-label="Changes">
            ${changes.map(change => html`<li>${change.text}</li>`)}
          </ul>`
    }
  </li>`;
}

function summaryOf(items: ShownPlan['items']): string {
  const parts = Object.entries(ACTIONS).map(([action, [, words]]) => ({
    words,
    count: items.filter(item => item.action === action).length,
  }));
  const named = parts.filter(({ count }) => count > 0).map(({ words, count }) => `${count} ${words}`);
  return named.join(', ') || 'nothing to deploy';
}

/** Uses the colors and fonts of the client; by default, those of the browser. */
function applyTheme(context: unknown): void {
  if (!isObject(context)) return;
  const { documentElement: root } = document;
  const { theme, styles } = context;
  if (theme === 'dark' || theme === 'light') root.dataset['theme'] = theme;
  const variables = isObject(styles) ? styles['variables'] : undefined;
  if (!isObject(variables)) return;
  for (const [name, value] of Object.entries(variables)) {
    if (VARIABLE.test(name) && typeof value === 'string') root.style.setProperty(name, value);
  }
}
