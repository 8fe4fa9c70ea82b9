import type { Import } from './imports.ts';
import { moduleOf } from './source.ts';

/** Returns a sentence for each cycle of files that load one another; type imports load nothing. */
export function fileCycles(imports: readonly Import[]): string[] {
  const edges = imports.flatMap(({ from, file, typeOnly, place }) =>
    file === undefined || typeOnly ? [] : [{ from, to: file, place }],
  );
  return cycles(edges).map(cycle => `These files load one another in a circle: ${cycle}.`);
}

/** Returns a sentence for each cycle of modules that import one another, types included. */
export function moduleCycles(imports: readonly Import[]): string[] {
  const found = cycles(edgesBetween(imports, moduleOf));
  return found.map(cycle => `These modules import one another in a circle: ${cycle}.`);
}

/**
 * Returns a sentence for each cycle of a folder's direct subfolders that import one another, types included. The files
 * directly in the folder count as one more subfolder.
 */
export function folderCycles(imports: readonly Import[], folder: string): string[] {
  const found = cycles(edgesBetween(imports, path => subfolderOf(path, folder)));
  return found.map(cycle => `These folders import one another in a circle: ${cycle}.`);
}

function subfolderOf(path: string, folder: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [name = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 ? `${folder}/${name}` : folder;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** Returns the imports between different groups of files; files without a group are ignored. */
function edgesBetween(imports: readonly Import[], groupOf: (path: string) => string | undefined): Edge[] {
  return imports.flatMap(({ from: fromFile, file, place }) => {
    const from = groupOf(fromFile);
    const to = file === undefined ? undefined : groupOf(file);
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, place }];
  });
}

/** Returns the cycles that a walk along the edges reaches, each once: `a (place) → b (place) → a`. */
function cycles(edges: readonly Edge[]): string[] {
  const outgoing = Map.groupBy(edges, edge => edge.from);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, trail: readonly Edge[]): void => {
    const start = trail.findIndex(edge => edge.from === node);
    if (start >= 0) {
      const steps = trail.slice(start).map(edge => `${edge.from} (${edge.place})`);
      found.push([...steps, node].join(' → '));
      return;
    }
    if (done.has(node)) return;
    const targets = new Map((outgoing.get(node) ?? []).map(edge => [edge.to, edge]));
    for (const edge of targets.values()) walk(edge.to, [...trail, edge]);
    done.add(node);
  };
  for (const node of outgoing.keys()) walk(node, []);
  return found;
}
