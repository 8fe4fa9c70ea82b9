import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDesktop } from './host/desktop.mjs';
import { mustRun } from './host/run.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { NEWEST } from './host/versions.mjs';
import { VSIX } from './host/vsix.mjs';

// Packages the extension and opens VS Code on the examples with the package installed, the sandbox selected, and the
// first flow beside its phone: in the desktop VS Code if it is installed and can open a window, otherwise in the browser.

const { values } = parseArgs({
  options: {
    'no-open': { type: 'boolean', default: false },
    // Uses the browser even if a desktop VS Code is installed.
    browser: { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'examples');
const env = { CLOUD_DEVICES_AUTOSTART: 'sandbox', CLOUD_DEVICES_OPEN: 'first-steps.flow.json' };

await mustRun(process.execPath, [join(root, 'scripts', 'package.mjs')], { cwd: root });
const desktop = values.browser || values['no-open'] ? undefined : onPath('code');
const isOpen = desktop !== undefined && (await openDesktop(desktop, { folder, vsix: VSIX, env }));
if (!isOpen) await serve();

async function serve() {
  console.log('Preparing VS Code (the first time takes about a minute) …');
  const settings = { 'workbench.colorTheme': 'Default Dark Modern' };
  const server = await startServer({ version: NEWEST, env, settings, vsix: VSIX, hasAllBuiltIns: true });
  const url = workbenchUrl(server, { folder });
  console.log(`\nVS Code is running with the extension on examples/:\n\n  ${url}\n\nPress Ctrl+C to end.`);
  if (!values['no-open']) openInBrowser(url);
  await server.ended;
  console.error('The VS Code server has ended by itself. Run "npm start" again.');
  process.exitCode = 1;
}

// If no browser can be opened, the printed URL is enough.
function openInBrowser(url) {
  const [command, ...args] = { darwin: ['open'], win32: ['explorer'] }[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}

function onPath(name) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap(path => endings.map(ending => join(path, name + ending))).find(existsSync);
}
