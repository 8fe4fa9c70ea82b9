import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** A parsed file of the tree; the path is relative to `src`, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
}

/** Parses files given as path and text, in the order of their paths. */
export function parseSources(files: Readonly<Record<string, string>>): Source[] {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([path, text]) => ({
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  }));
}

/** Reads and parses every TypeScript file below a directory. */
export function readSources(directory: string): Source[] {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.ts'),
  );
  return parseSources(
    Object.fromEntries(
      paths.map(path => [path.replaceAll('\\', '/'), readFileSync(join(directory, path), 'utf8')]),
    ),
  );
}

/** Returns the location of a node, such as `src/client/call.ts:12`. */
export function locationOf({ path, tree }: Source, node: ts.Node): string {
  return `src/${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}

/** Returns the module of a file: its first folder, or the file itself at the top. */
export function moduleOf(path: string): string {
  return path.split('/')[0] ?? path;
}
