import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, unpackPackage } from './packages.mjs';
import { mustRun } from './run.mjs';

// Native modules and services that tests do not need; the others keep their pinned versions.
const UNUSED = [
  /^@github\//,
  /^@devcontainers\//,
  /^@microsoft\/mxc-sdk$/,
  /^@vscode\/(spdlog|sqlite3|native-watchdog|deviceid|fs-copyfile|copilot-api|sandbox-runtime|windows-.*)$/,
  /^(kerberos|ssh2|tar|zod|native-watchdog)$/,
];

// Newer versions contain their binary, while the pinned ones download it during installation.
const REPLACED = { '@vscode/ripgrep': '1.18.0' };

// Extensions that only report errors without internet access.
const NOISY = [
  'copilot',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'github',
  'github-authentication',
];

// Writes to the given file, because VS Code reads output channels from there.
const LOGGER = `
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
class Logger {
  constructor(file) { this.file = file; mkdirSync(dirname(file), { recursive: true }); appendFileSync(file, ''); }
  write(level, text) { appendFileSync(this.file, new Date().toISOString().replace('T', ' ').slice(0, 23) + ' [' + level + '] ' + text + '\\n'); }
  trace(text) { this.write('trace', text); }
  debug(text) { this.write('debug', text); }
  info(text) { this.write('info', text); }
  warn(text) { this.write('warning', text); }
  error(text) { this.write('error', text); }
  critical(text) { this.write('critical', text); }
  getLevel() { return 2; }
  setLevel() {}
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
}
exports.version = '0';
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`;

const STAND_INS = {
  '@vscode/spdlog': LOGGER,
  '@vscode/native-watchdog': 'exports.start = () => {};',
  'native-watchdog': 'exports.start = () => {};',
  '@vscode/fs-copyfile': '',
  '@vscode/deviceid': "exports.getDeviceId = async () => '00000000-0000-4000-8000-000000000000';",
};

// In the browser, a window uses a light theme until it has read its settings, unless its page specifies a theme.
const CONFIGURATION = /<meta id="vscode-workbench-web-configuration".*>/;
const DARK_FROM_THE_START = `$&
<style>body { background: #1f1f1f; }</style>
<script nonce="{{WORKBENCH_SCRIPT_NONCE}}">
  const configuration = document.getElementById('vscode-workbench-web-configuration');
  const settings = JSON.parse(configuration.dataset.settings);
  configuration.dataset.settings = JSON.stringify({ ...settings, initialColorTheme: { themeType: 'dark' } });
</script>`;

/**
 * Assembles a VS Code server from npm packages, once per version and content of this file, and returns its folder.
 * Nothing is compiled: modules that need a compiler are omitted or replaced by stubs.
 */
export async function assembleServer({ vscode, codeServer }) {
  const recipe = createHash('sha256').update(await readFile(import.meta.filename));
  const folder = await cached(`server-${vscode}-${recipe.digest('hex').slice(0, 8)}`, async draft => {
    await unpackPackage(`code-server@${codeServer}`, draft, 'package/lib/vscode');
    const server = join(draft, 'package', 'lib', 'vscode');
    await trimDependencies(server);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = [
      'install',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
    ];
    await mustRun(npm, args, { cwd: server });
    await addStandIns(server);
    await darken(join(server, 'out/vs/code/browser/workbench/workbench.html'));
    await Promise.all(
      NOISY.map(name => rm(join(server, 'extensions', name), { recursive: true, force: true })),
    );
  });
  return join(folder, 'package', 'lib', 'vscode');
}

async function trimDependencies(server) {
  const file = join(server, 'package.json');
  const lock = join(server, 'npm-shrinkwrap.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const { packages } = JSON.parse(await readFile(lock, 'utf8'));
  const names = Object.keys(manifest.dependencies).filter(name => !UNUSED.some(unused => unused.test(name)));
  manifest.dependencies = Object.fromEntries(
    names.map(name => [
      name,
      REPLACED[name] ?? packages[`node_modules/${name}`]?.version ?? manifest.dependencies[name],
    ]),
  );
  delete manifest.devDependencies;
  delete manifest.overrides;
  delete manifest.scripts;
  await writeFile(file, JSON.stringify(manifest, undefined, 2));
  await rm(lock);
}

// Older versions forbid additional scripts in the page, and only tests use them.
async function darken(file) {
  const page = await readFile(file, 'utf8');
  if (page.includes('{{WORKBENCH_SCRIPT_NONCE}}'))
    await writeFile(file, page.replace(CONFIGURATION, DARK_FROM_THE_START));
}

async function addStandIns(server) {
  for (const [name, source] of Object.entries(STAND_INS)) {
    const folder = join(server, 'node_modules', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.js'), source);
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '0.0.0', main: 'index.js' }),
    );
  }
}
