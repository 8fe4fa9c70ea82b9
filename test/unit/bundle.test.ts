import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

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

function inputs(paths: Iterable<string>): string[] {
  return [...paths].flatMap(path => Object.keys(meta.outputs[path]?.inputs ?? {}));
}

describe('the bundles', () => {
  const atActivation = loadedWith('dist/extension.js');

  it('load at activation no library at all', () => {
    assert.deepEqual(
      inputs(atActivation).filter(input => input.includes('node_modules')),
      [],
    );
  });

  it('load at activation neither the client, the contract nor the sandbox', () => {
    const early = inputs(atActivation).filter(input => /src\/(client|contract|sandbox)\//.test(input));
    const plain = ['src/client/failure.ts', 'src/contract/enumerations.ts', 'src/contract/limits.ts'];
    assert.deepEqual(
      early.filter(input => !plain.includes(input)),
      [],
    );
  });

  it('load less than 150 kB at activation', () => {
    const bytes = [...atActivation].reduce((sum, path) => sum + (meta.outputs[path]?.bytes ?? 0), 0);
    assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  });

  it('hold undici and zod where they are loaded when needed', () => {
    const all = inputs(Object.keys(meta.outputs));
    assert.ok(all.some(input => input.includes('node_modules/undici/')));
    assert.ok(all.some(input => input.includes('node_modules/zod/')));
    assert.ok(!all.some(input => /node_modules\/zod\/.*\/locales\/(?!en\.|index\.)/.test(input)));
  });
});
