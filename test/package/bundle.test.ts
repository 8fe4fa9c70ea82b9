import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { path: string; kind: string; external?: boolean }[];
}

const meta = JSON.parse(readFileSync('out/meta.json', 'utf8')) as { outputs: Record<string, Output> };

/** What is loaded with a file: the file and all that it imports at once, not what it imports later. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  const output = meta.outputs[path];
  if (!output || seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind } of output.imports) {
    if (kind === 'import-statement') loadedWith(next, seen);
  }
  return seen;
}

/** The modules in some files, without the ways into groups of them, which hold nothing themselves. */
function inputs(paths: Iterable<string>): string[] {
  const all = [...paths].flatMap(path => Object.keys(meta.outputs[path]?.inputs ?? {}));
  return all.filter(input => !input.startsWith('way-in:'));
}

describe('bundle', () => {
  const atActivation = loadedWith('dist/extension.js');

  it('the bundles load no library at activation', () => {
    assert.deepEqual(
      inputs(atActivation).filter(input => input.includes('node_modules')),
      [],
    );
  });

  it('the bundles load neither the client, the contract, nor the sandbox at activation', () => {
    const early = inputs(atActivation).filter(input => /src\/(client|contract|sandbox)\//.test(input));
    const words = ['enumerations', 'limits', 'mailboxReasons'].map(name => `src/contract/${name}.ts`);
    const plain = ['src/client/failure.ts', 'src/client/sandboxAddress.ts', ...words];
    assert.deepEqual(
      early.filter(input => !plain.includes(input)),
      [],
    );
  });

  it('the bundles load no command handler at activation', () => {
    assert.deepEqual(
      inputs(atActivation).filter(input => /^src\/(commands|contributions)\//.test(input)),
      ['src/commands/register.ts'],
    );
  });

  it('the bundles do not change the process-wide dispatcher when undici is loaded', async () => {
    const paths = Object.keys(meta.outputs).filter(path => /\/dispatcher-\w+\.js$/.test(path));
    assert.equal(paths.length, 1);
    const script = `
      const slots = () => [1, 2].map(n => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
      const { createDispatcher } = await import('./${paths[0]!}');
      const loaded = slots();
      const ours = Object.getPrototypeOf(createDispatcher({}).constructor);
      await fetch('data:text/plain,ok');
      console.log(JSON.stringify({
        ours: loaded.some(slot => slot instanceof ours),
        kept: slots().every((slot, index) => slot === loaded[index]),
      }));`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.deepEqual(JSON.parse(stdout), { ours: false, kept: true });
  });

  it('the bundles check flow files without the source', async () => {
    const args = ['dist/cli.js', 'validate', 'examples/first-steps.flow.json'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.equal(stdout, '0 errors, 0 warnings in 1 file.\n');
  });

  it('the bundles load few files at activation and with the first flow file', () => {
    assert.ok(atActivation.size <= 5, `${atActivation.size} files at activation`);
    const [language] = Object.keys(meta.outputs).filter(path => /\/registerLanguage-\w+\.js$/.test(path));
    const later = [...loadedWith(language!)].filter(path => !atActivation.has(path));
    const bytes = later.reduce((sum, path) => sum + (meta.outputs[path]?.bytes ?? 0), 0);
    assert.ok(
      later.length <= 6 && bytes > 50_000 && bytes < 125_000,
      `${later.length} files, ${bytes} bytes`,
    );
    assert.ok(inputs(later).includes('src/flow/check/checkFlow.ts'));
    // Makes tables of a thousand texts when it is loaded, which only laying a file out needs.
    assert.ok(!inputs(later).some(input => input.endsWith('string-intern.js')));
  });

  it('the bundles load the atlas only when the map is opened, as a file separate from less than 50 kB of code', () => {
    const page = loadedWith('dist/webview/devicePanel.js');
    assert.ok(inputs(page).some(input => input.endsWith('/map/worldMap.ts')));
    assert.deepEqual(
      inputs(page).filter(input => /world-atlas|topojson|places\.json/.test(input)),
      [],
    );
    const map = Object.keys(meta.outputs).filter(path => /webview\/worldData-\w+\.js$/.test(path));
    assert.equal(map.length, 1);
    const code = gzipSync(readFileSync(map[0]!)).length;
    assert.ok(code > 5000 && code < 50_000, `${code} bytes`);
    const atlas = Object.keys(meta.outputs).filter(path =>
      inputs([path]).some(input => input.includes('world-atlas')),
    );
    assert.ok(atlas.length === 1 && inputs(atlas).length === 1);
  });

  it('the bundles load less than 160 kB at activation', () => {
    const bytes = [...atActivation].reduce((sum, path) => sum + (meta.outputs[path]?.bytes ?? 0), 0);
    assert.ok(bytes > 10_000 && bytes < 160_000, `${bytes} bytes`);
  });

  it('the bundles contain undici and zod where they are loaded on demand', () => {
    const all = inputs(Object.keys(meta.outputs));
    assert.ok(all.some(input => input.includes('node_modules/undici/')));
    assert.ok(all.some(input => input.includes('node_modules/zod/')));
    assert.ok(!all.some(input => /node_modules\/zod\/.*\/locales\/(?!en\.|index\.)/.test(input)));
  });
});
