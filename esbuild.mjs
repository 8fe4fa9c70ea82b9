import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { groupChunks } from './scripts/groupChunks.mjs';

const { values } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    // Bundles the tests that run inside VS Code, a file for each folder of test/host, instead.
    tests: { type: 'boolean', default: false },
    // Writes what went into which file to out/meta.json.
    meta: { type: 'boolean', default: false },
  },
});

// Its main file asks for its parts in a way that a bundler cannot follow, and makes tables for laying text out,
// which only who lays text out needs.
const jsoncParser = {
  name: 'jsonc-parser',
  setup(build) {
    const parts = fileURLToPath(import.meta.resolve('jsonc-parser/lib/esm/'));
    const whole = resolve(parts, 'main.js');
    build.onResolve({ filter: /^jsonc-parser$/ }, () => ({ path: whole, sideEffects: false }));
    build.onResolve({ filter: /^\.\// }, ({ path, resolveDir }) =>
      `${resolveDir}/`.startsWith(parts)
        ? { path: resolve(resolveDir, `${path}.js`), sideEffects: false }
        : undefined,
    );
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  logLevel: 'warning',
  minify: values.production,
  sourcemap: values.production ? false : 'linked',
  metafile: values.meta,
  plugins: [jsoncParser],
};

const program = {
  ...common,
  entryPoints: ['src/extension.ts', 'src/cli.ts'],
  outdir: 'dist',
  external: ['vscode'],
  // Modules that are imported when needed become files of their own, which are not loaded before.
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  // Libraries in CommonJS ask for Node's own modules by require, which an ES module does not have.
  banner: { js: 'const require = name => process.getBuiltinModule(name);' },
};

// What is loaded at activation, and with the first flow file; the command line runs without the editor.
const LOADED_TOGETHER = {
  roots: ['src/extension.ts', 'src/flow/check/flowChecker.ts', 'src/language/registerLanguage.ts'],
  apart: 'src/cli.ts',
};

// What a page imports when it is needed, such as the atlas of the map, becomes a file beside it, loaded then. Pages
// share no file: one that a page finds out of only when it has read another costs a whole way through the window.
const pages = [
  ...globSync('src/webview/*/main.ts').map(file => ({ in: file, out: basename(dirname(file)) })),
  { in: '@vscode/codicons/dist/codicon.css', out: 'codicon' },
].map(entry => ({
  ...common,
  platform: 'browser',
  target: 'chrome138',
  entryPoints: [entry],
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
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
  for (const options of [program, ...pages]) {
    const context = await esbuild.context({ ...options, logLevel: 'info' });
    await context.watch();
  }
} else {
  await rm('dist', { recursive: true, force: true });
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
