import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Tool } from '../tool.ts';
import { lookAtDevice } from '../tools/lookAtDevice.ts';
import { planDeployTool } from '../tools/deployFlow.ts';

/** The address of the view, as the extension “MCP Apps” of the protocol names it. */
const APP_VIEW = 'ui://cloud-device-automation/view.html';

/** The type of a page that a client shows next to a result. */
const APP_TYPE = 'text/html;profile=mcp-app';

const decompress = promisify(brotliDecompress);
const SHOWN: readonly Tool[] = [lookAtDevice, planDeployTool];
const BORDERED = { ui: { prefersBorder: true } };

/** Returns the metadata by which a client finds the view of a tool, if it has one. */
export function appViewOf(tool: Tool): { readonly _meta?: Record<string, unknown> } {
  return SHOWN.includes(tool) ? { _meta: { ui: { resourceUri: APP_VIEW } } } : {};
}

/** Adds the page that shows a screen or a plan. It is read when a client asks for it, and sends no requests to a network. */
export function addAppView(server: McpServer, page: URL): void {
  const about = {
    title: 'Screen and deployment plan',
    description: 'Shows the screen of a device, or what a deployment would change.',
    mimeType: APP_TYPE,
    _meta: BORDERED,
  };
  server.registerResource('view', APP_VIEW, about, async () => ({
    contents: [
      {
        uri: APP_VIEW,
        mimeType: APP_TYPE,
        text: (await decompress(await readFile(page))).toString(),
        _meta: BORDERED,
      },
    ],
  }));
}
