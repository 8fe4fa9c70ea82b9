import { chmod, copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { ES_MODULE_BANNER, jsoncParser, mcpServer, undiciClient } from './bundling.mjs';
import { mustRun } from './host/run.mjs';
import { NPM_PACKAGE } from './host/vsix.mjs';
import { thirdPartyNotices } from './notices.mjs';
import { buildSinglePages } from './singlePages.mjs';

// Builds the npm package of the command line: one file without dependencies, the pages of test reports and of agents,
// and the file that checks the version of Node.js.

const MAX_BYTES = 2_500_000;

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'out/npm');
const { name, version, description, keywords, homepage, repository, bugs, license } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const manifest = {
  name,
  version,
  description,
  keywords,
  homepage,
  repository,
  bugs,
  license,
  type: 'module',
  bin: { [name]: 'dist/bin.js' },
  files: ['dist'],
  engines: { node: '>=22.13.0' },
};

/** Imports the built program, which stays a separate file. */
const builtProgram = {
  name: 'built-program',
  setup(build) {
    build.onResolve({ filter: /^\.\/cli\.ts$/ }, () => ({ path: './cli.js', external: true }));
  },
};

await rm(folder, { recursive: true, force: true });
const options = {
  absWorkingDir: root,
  outdir: join(folder, 'dist'),
  platform: 'node',
  // The words of passcodes would take twice the space as escapes.
  charset: 'utf8',
  format: 'esm',
  minify: true,
};
// The oldest versions of Node.js that know import() can print the message.
await esbuild.build({
  ...options,
  entryPoints: ['src/bin.ts'],
  bundle: true,
  target: 'es2020',
  plugins: [builtProgram],
});
const { metafile } = await esbuild.build({
  ...options,
  entryPoints: ['src/cli.ts'],
  bundle: true,
  target: 'node22',
  metafile: true,
  logLevel: 'warning',
  plugins: [jsoncParser, mcpServer, undiciClient],
  banner: ES_MODULE_BANNER,
});
const pages = await buildSinglePages(root, join(folder, 'dist'));
const notices = await thirdPartyNotices(root, [...Object.keys(metafile.inputs), ...pages.inputs]);
await writeFile(join(folder, 'dist/ThirdPartyNotices.txt'), notices);
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
await copyFile(join(root, 'docs/command-line.md'), join(folder, 'README.md'));
await chmod(join(folder, 'dist/bin.js'), 0o755);

const size = (await stat(join(folder, 'dist/cli.js'))).size + pages.size;
if (size > MAX_BYTES) throw new Error(`The program has ${size} bytes, more than ${MAX_BYTES}.`);
await mustRun('npm', ['pack', '--silent'], { cwd: folder });
await rename(join(folder, basename(NPM_PACKAGE)), NPM_PACKAGE);
console.log(`out/${basename(NPM_PACKAGE)}: ${(size / 1000).toFixed(0)} kB`);
