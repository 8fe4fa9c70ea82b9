import { once } from 'node:events';
import { globSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleServer } from './assemble.mjs';
import { nodeBinary } from './nodeBinary.mjs';
import { notingTime, OUTCOMES_VARIABLE } from './outcomes.mjs';
import { startPortRedirect } from './portRedirect.mjs';
import { startGroup } from './processGroup.mjs';
import { mustRun } from './run.mjs';

/** The settings of each profile. */
export const QUIET_SETTINGS = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
};

// Extensions that this one depends on or that windows need. Any other would slow down the start of every window.
const FEW_BUILT_INS = [
  'configuration-editing',
  'json',
  'json-language-features',
  'markdown-basics',
  'media-preview',
  'references-view',
  'theme-defaults',
  'theme-seti',
];

/**
 * Starts a VS Code server on the loopback address with a fresh profile. Installs the extension `vsix`, if given, and
 * copies the extension folders `installed`. With `hasTestDriver`, windows load an extension under development, show no
 * notifications on their own, and let host tests show dialogs. Returns `data`, the profile folder; `outcomes`, the file
 * in it for the results of host tests; `ended`, which settles when the server exits; `reset`, which makes the profile a
 * fresh one with other settings while no window is open; and `stop`, which ends all processes and deletes the profile, as
 * does the end of this process.
 */
export async function startServer({
  version,
  settings = {},
  env = {},
  trusted = true,
  vsix,
  installed,
  hasAllBuiltIns = false,
  hasTestDriver = false,
}) {
  const server = await assembleServer(version);
  const node = await nodeBinary(version.node);
  const data = await mkdtemp(join(tmpdir(), 'cloud-devices-host-'));
  await writeProfile(data, settings);
  const main = join(server, 'out', 'server-main.js');
  for (const from of installed ?? [])
    await cp(from, join(data, 'extensions', basename(from)), { recursive: true });
  // Installing writes extensions.json, after which VS Code ignores folders that are copied.
  if (vsix) await install(node, main, vsix, data);

  const builtIns = hasAllBuiltIns ? [] : ['--builtin-extensions-dir', await linkBuiltIns(server, data)];
  const outcomes = join(data, 'outcomes.jsonl');
  const args = [
    ...['--import', new URL('secretKey.mjs', import.meta.url).href, main],
    ...['--host', '127.0.0.1', '--port', '0', '--server-data-dir', data],
    ...['--without-connection-token', '--accept-server-license-terms', '--disable-telemetry'],
    ...(hasTestDriver ? ['--enable-smoke-test-driver'] : []),
    ...builtIns,
    ...(trusted ? ['--disable-workspace-trust'] : []),
  ];
  const ports = await startPortRedirect();
  const { child, stop } = startGroup(node, args, {
    env: { ...env, VSCODE_PROXY_URI: ports.template, [OUTCOMES_VARIABLE]: outcomes },
    cleanUp: () => {
      ports.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  const port = await notingTime('server', () => ready(child));
  const reset = changed => writeProfile(data, changed);
  return { url: `http://127.0.0.1:${port}`, port, data, outcomes, ended: once(child, 'exit'), reset, stop };
}

/** Returns the URL that opens a folder with an extension under development. */
export function workbenchUrl({ url, port }, { folder, extension, tests }) {
  const remote = path => `vscode-remote://127.0.0.1:${port}${pathToFileURL(path).pathname}`;
  const payload = [
    ...(extension ? [['extensionDevelopmentPath', remote(extension)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
    ['enableProposedApi', ''],
  ];
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  const opened =
    folder === undefined ? 'ew=true' : `folder=${encodeURIComponent(pathToFileURL(folder).pathname)}`;
  return `${url}/?${opened}&${query}`;
}

// The server keeps its own log files open, so only those of windows are deleted.
async function writeProfile(data, settings) {
  const user = join(data, 'data', 'User');
  const old = [user, ...globSync('data/logs/*/exthost*', { cwd: data }).map(name => join(data, name))];
  for (const path of old) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(user, { recursive: true });
  const all = { ...QUIET_SETTINGS, ...settings };
  await writeFile(join(user, 'settings.json'), JSON.stringify(all, undefined, 2));
}

async function linkBuiltIns(server, data) {
  const folder = join(data, 'built-ins');
  await mkdir(folder);
  for (const name of FEW_BUILT_INS)
    await symlink(join(server, 'extensions', name), join(folder, name), 'junction');
  return folder;
}

async function install(node, main, vsix, data) {
  const args = [
    main,
    '--install-extension',
    vsix,
    '--server-data-dir',
    data,
    '--accept-server-license-terms',
  ];
  await mustRun(node, args);
}

/** Resolves to the port on which the server listens, once it is ready. */
function ready(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const watch = chunk => {
      output += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port === undefined || !output.includes('Extension host agent started')) return;
      // Reading continues so that the server does not block on a full pipe.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', watch).resume();
      resolve(Number(port));
    };
    child.stdout.on('data', watch);
    child.stderr.on('data', watch);
    child.once('error', reject);
    child.once('exit', code =>
      reject(new Error(`VS Code ended with ${code} before it was ready:\n${output}`)),
    );
  });
}
