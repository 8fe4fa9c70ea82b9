import { globSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { groupChunks } from './scripts/groupChunks.mjs';
import { ES_MODULE_BANNER, jsoncParser, mcpServer, undiciClient } from './scripts/bundling.mjs';
import { icons } from './scripts/icons.mjs';
import { buildSinglePages } from './scripts/singlePages.mjs';

const { values } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    // Bundles the tests that run in VS Code instead, one file per folder of test/host.
    tests: { type: 'boolean', default: false },
    // Writes the inputs and outputs of the build to out/meta.json.
    meta: { type: 'boolean', default: false },
  },
});

const common = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  logLevel: 'warning',
  minify: values.production,
  // The notices of all packages are in a file of their own.
  legalComments: 'none',
  sourcemap: values.production ? false : 'linked',
  metafile: values.meta,
  plugins: [jsoncParser],
};

const program = {
  ...common,
  // The words of passcodes would take twice the space as escapes.
  charset: 'utf8',
  plugins: [...common.plugins, mcpServer, undiciClient],
  entryPoints: ['src/extension.ts', 'src/cli.ts'],
  outdir: 'dist',
  external: ['vscode'],
  // ES modules with splitting, so that dynamic imports become separate files that are loaded on demand.
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  banner: ES_MODULE_BANNER,
};

// The modules loaded at activation and with the first flow file; the command line runs without the editor.
const LOADED_TOGETHER = {
  roots: ['src/extension.ts', 'src/flow/check/checkFlow.ts', 'src/language/registerLanguage.ts'],
  apart: 'src/cli.ts',
};

// The catalog that flow files are checked against until that of a sandbox has been read.
async function copyCatalog() {
  await mkdir('dist', { recursive: true });
  await copyFile('src/sandbox/demo/catalog.json', 'dist/sandbox-catalog.json');
}

// Dynamic imports of a page, such as the map data, become separate files. Pages are built separately so that they share
// no files: an additional import would delay a page by a round trip through the window.
// The pages of test reports and of agents are single files.
const pages = [
  ...globSync('src/webview/!(testReport|agentView)/main.ts').map(file => ({
    in: file,
    out: basename(dirname(file)),
  })),
  { in: '@vscode/codicons/dist/codicon.css', out: 'codicon' },
].map(entry => ({
  ...common,
  platform: 'browser',
  target: 'chrome138',
  entryPoints: [entry],
  // VS Code waits up to 200 ms for all files of a page before it shows it, so the font is in the style sheet.
  plugins: [...common.plugins, icons],
  outdir: 'dist/webview',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
}));

function hostTests(folder) {
  const files = globSync(`${folder}/*.test.ts`).toSorted();
  const loads = files.map(
    file => `[${JSON.stringify(basename(file))}, () => require('./${file.replaceAll('\\', '/')}')]`,
  );
  return {
    ...common,
    stdin: {
      contents: `import { runTests } from './test/support/hostRun.ts';
        export const files = [${loads.join()}];
        export const run = () => runTests(files, __filename);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: `out/host/${basename(folder)}.cjs`,
    external: ['vscode', 'mocha'],
    format: 'cjs',
  };
}

if (values.tests) {
  await rm('out/host', { recursive: true, force: true });
  for (const folder of globSync('test/host/*')) await esbuild.build(hostTests(folder));
} else if (values.watch) {
  await copyCatalog();
  await buildSinglePages(import.meta.dirname, 'dist');
  for (const options of [program, ...pages]) {
    const context = await esbuild.context({ ...options, logLevel: 'info' });
    await context.watch();
  }
} else {
  await rm('dist', { recursive: true, force: true });
  await copyCatalog();
  await buildSinglePages(import.meta.dirname, 'dist');
  const together = await groupChunks(program, LOADED_TOGETHER);
  const grouped = { ...program, plugins: [...program.plugins, together] };
  const built = await Promise.all([grouped, ...pages].map(options => esbuild.build(options)));
  if (values.meta) {
    await mkdir('out', { recursive: true });
    const inputs = Object.assign({}, ...built.map(({ metafile }) => metafile.inputs));
    const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
    await writeFile('out/meta.json', JSON.stringify({ inputs, outputs }));
  }
}
