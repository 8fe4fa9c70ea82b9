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
  const edges = imports.flatMap(({ from, file, place }) =>
    file === undefined || moduleOf(file) === moduleOf(from)
      ? []
      : [{ from: moduleOf(from), to: moduleOf(file), place }],
  );
  return cycles(edges).map(cycle => `These modules import one another in a circle: ${cycle}.`);
}

/** Returns a sentence for each cycle of folders of a module, types included. The files at its top count as one folder. */
export function folderCycles(imports: readonly Import[], module: string): string[] {
  const edges = imports
    .filter(({ from, file }) => moduleOf(from) === module && file !== undefined && moduleOf(file) === module)
    .map(({ from, file, place }) => ({ from: folderOf(from), to: folderOf(file ?? ''), place }))
    .filter(({ from, to }) => from !== to);
  return cycles(edges).map(cycle => `These folders import one another in a circle: ${cycle}.`);
}

/** Returns the module and the folder in it, such as `flow/check`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** The cycles that a walk along the edges runs into, each told once: `a (place) → b (place) → a`. */
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
