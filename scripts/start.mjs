import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRun, run } from './host/run.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { NEWEST } from './host/versions.mjs';

// Builds the extension and opens a real VS Code on the examples with the extension loaded and the sandbox
// chosen: the installed desktop VS Code where there is one, else the VS Code server in the browser.

const { values } = parseArgs({
  options: {
    'no-open': { type: 'boolean', default: false },
    // Uses the browser even where a desktop VS Code is installed.
    browser: { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'examples');
const env = { CLOUD_DEVICES_AUTOSTART: 'sandbox' };

await mustRun(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root });
const desktop = values.browser || values['no-open'] ? undefined : onPath('code');
if (desktop) {
  console.log('Opening VS Code on examples/; close its window to end.');
  const args = ['--new-window', '--wait', `--extensionDevelopmentPath=${root}`, folder];
  await run(desktop, args, { env, show: true });
} else {
  await serve();
}

async function serve() {
  console.log('Preparing VS Code (the first time takes about a minute) …');
  const settings = { 'workbench.colorTheme': 'Default Dark Modern' };
  const server = await startServer({ version: NEWEST, env, settings });
  const url = workbenchUrl(server, { folder, extension: root });
  console.log(`\nVS Code is running with the extension on examples/:\n\n  ${url}\n\nPress Ctrl+C to end.`);
  if (!values['no-open']) await openBrowser(url);
  await new Promise(end => {
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  });
  await server.stop();
}

async function openBrowser(url) {
  const opener = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  const [command, ...args] = opener;
  // Where nothing can open it, the printed address is enough.
  if (process.platform !== 'linux' || onPath(command)) await run(command, [...args, url]).catch(() => {});
}

function onPath(name) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap(place => endings.map(ending => join(place, name + ending))).find(existsSync);
}
