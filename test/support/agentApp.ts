import { resolve } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import * as esbuild from 'esbuild';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { watchContext } from './artifacts.ts';
import { savePicture } from './pictures.ts';

const ADDRESS = 'http://client.page/';

/** A minimal client: the host side of the library for MCP Apps, with the page in a frame. */
const CLIENT = `
  import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
  window.openApp = async (html, { hostContext, capabilities }) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.replaceChildren(frame);
    const bridge = new AppBridge(null, { name: 'test-client', version: '1.0.0' }, capabilities, { hostContext });
    bridge.oncalltool = params => window.callTool(params);
    bridge.addEventListener('sizechange', ({ height }) => frame.setAttribute('height', String(height)));
    const opened = new Promise(done => bridge.addEventListener('initialized', done));
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
    await opened;
    window.bridge = bridge;
  };`;

/** Options of an opened page. */
interface AgentAppSettings {
  readonly html: string;
  readonly width?: number;
  readonly theme?: 'dark' | 'light';
  /** Colors and fonts of the client. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Calls a tool for the page; undefined for a client that calls none. */
  readonly callTool?: (name: string, input: object) => Promise<CallToolResult>;
}

/** The page of the MCP App in a client. */
export class AgentApp {
  readonly page: Page;
  /** Errors and violations of the content security policy. */
  readonly errors: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('pageerror', error => this.errors.push(String(error)));
    page.on('console', message => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  static async open(browser: Browser, settings: AgentAppSettings): Promise<AgentApp> {
    const { html, width = 640, theme = 'dark', variables, callTool } = settings;
    const context = await browser.newContext({ viewport: { width, height: 720 } });
    context.setDefaultTimeout(60_000);
    await watchContext(context);
    const page = await context.newPage();
    const opened = new AgentApp(context, page);
    await page.route(`${ADDRESS}**`, async route => {
      const isScript = route.request().url().endsWith('.js');
      if (isScript) await route.fulfill({ contentType: 'text/javascript', body: await bundleClient() });
      else await route.fulfill({ contentType: 'text/html', body: documentOf(theme) });
    });
    await page.exposeFunction('callTool', ({ name, arguments: input = {} }: ToolCall) =>
      callTool?.(name, input),
    );
    await page.goto(ADDRESS);
    const client = {
      hostContext: { theme, ...(variables ? { styles: { variables } } : {}) },
      capabilities: callTool ? { serverTools: {} } : {},
    };
    await page.evaluate(`openApp(${JSON.stringify(html)}, ${JSON.stringify(client)})`);
    return opened;
  }

  get view(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  /** Passes on the arguments of a call and its result. */
  async show(input: object, result: CallToolResult): Promise<void> {
    await this.page.evaluate(
      `(async () => {
        await bridge.sendToolInput({ arguments: ${JSON.stringify(input)} });
        await bridge.sendToolResult(${JSON.stringify(result)});
      })()`,
    );
  }

  /** Calls a method of the client by its library. */
  async tell(method: 'sendToolCancelled' | 'sendHostContextChange', params: object): Promise<void> {
    await this.page.evaluate(`bridge.${method}(${JSON.stringify(params)})`);
  }

  /** Saves a screenshot if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await savePicture(this.page, `agent-app/${name}`);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: object;
}

let bundled: Promise<string> | undefined;

function bundleClient(): Promise<string> {
  bundled ??= esbuild
    .build({
      stdin: { contents: CLIENT, resolveDir: resolve('.') },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      logLevel: 'warning',
    })
    .then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundled;
}

function documentOf(theme: string): string {
  const background = theme === 'dark' ? '#1f1f1f' : '#ffffff';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<title>Client</title>
<style>body { margin: 0; background: ${background}; } iframe { display: block; width: 100%; border: 0; }</style>
<script type="module" src="${ADDRESS}client.js"></script>
</head>
<body></body>
</html>`;
}
