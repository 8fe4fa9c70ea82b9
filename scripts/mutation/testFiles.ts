import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as ts from 'typescript';

/**
 * Finds the test files that import a file directly or indirectly, closest first because they are most likely to detect
 * a change. Paths are relative to the root.
 */
export class TestFiles {
  readonly #root: string;
  readonly #imports = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  loading(file: string, tests: readonly string[]): readonly string[] {
    return tests
      .map(test => ({ test, distance: this.#distance(test, file) }))
      .filter(({ distance }) => distance !== undefined)
      .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
      .map(({ test }) => test);
  }

  /** Returns the number of import steps from one file to another; undefined if not connected. */
  #distance(from: string, to: string): number | undefined {
    const seen = new Set([from]);
    let layer = [from];
    for (let distance = 0; layer.length > 0; distance++) {
      if (layer.includes(to)) return distance;
      layer = layer.flatMap(file => this.#importsOf(file)).filter(file => !seen.has(file) && seen.add(file));
    }
    return undefined;
  }

  #importsOf(file: string): readonly string[] {
    const known = this.#imports.get(file);
    if (known) return known;
    const imports = ts
      .preProcessFile(readFileSync(join(this.#root, file), 'utf8'))
      .importedFiles.map(({ fileName }) => fileName)
      .filter(name => name.startsWith('.') && name.endsWith('.ts'))
      .map(name => join(dirname(file), name).replaceAll('\\', '/'));
    this.#imports.set(file, imports);
    return imports;
  }
}
