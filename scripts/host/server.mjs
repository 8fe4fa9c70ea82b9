import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleServer } from './assemble.mjs';
import { nodeBinary } from './nodeBinary.mjs';

const QUIET_SETTINGS = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
};

/**
 * Starts a VS Code server with a fresh profile on the loopback address. `folder` answers the address that
 * opens a folder, with the extension under development and, for tests in the host, the tests to run.
 */
export async function startServer({ version, settings = {}, env = {}, trusted = true, vsix }) {
  const server = await assembleServer(version);
  const node = await nodeBinary(version.node);
  const data = await mkdtemp(join(tmpdir(), 'cloud-devices-host-'));
  await mkdir(join(data, 'data', 'User'), { recursive: true });
  const all = JSON.stringify({ ...QUIET_SETTINGS, ...settings }, undefined, 2);
  await writeFile(join(data, 'data', 'User', 'settings.json'), all);
  const main = join(server, 'out', 'server-main.js');
  if (vsix) await install(node, main, vsix, data);

  const port = await freePort();
  const args = [
    main,
    ...['--host', '127.0.0.1', '--port', String(port), '--server-data-dir', data],
    ...['--without-connection-token', '--accept-server-license-terms', '--disable-telemetry'],
    '--enable-smoke-test-driver',
    ...(trusted ? ['--disable-workspace-trust'] : []),
  ];
  // A process group of its own, so that nothing it started outlives it.
  const child = spawn(node, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      kill();
      await ended;
    }
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  const kill = () => {
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  process.on('exit', kill);
  await ready(child);
  return { url: `http://127.0.0.1:${port}`, port, data, stop };
}

/** The address that opens a folder in a started server with an extension under development. */
export function workbenchUrl({ url, port }, { folder, extension, tests }) {
  const remote = path => `vscode-remote://127.0.0.1:${port}${pathToFileURL(path).pathname}`;
  const payload = [
    ...(extension ? [['extensionDevelopmentPath', remote(extension)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
    ['enableProposedApi', ''],
  ];
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  return `${url}/?folder=${encodeURIComponent(pathToFileURL(folder).pathname)}&${query}`;
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
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (output += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The VSIX could not be installed:\n${output}`);
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const watch = chunk => {
      output += chunk;
      if (output.includes('Extension host agent started')) resolve();
    };
    child.stdout.on('data', watch);
    child.stderr.on('data', watch);
    child.once('exit', code =>
      reject(new Error(`VS Code ended with ${code} before it was ready:\n${output}`)),
    );
  });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
