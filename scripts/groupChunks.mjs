import { resolve } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Bundles modules that are loaded together into one chunk. By default, esbuild splits modules by the entry points that
 * reach them, and each of the many small chunks takes a fraction of a millisecond to load.
 *
 * Each group contains the static imports of one root, except modules of earlier groups. Importing one of its modules
 * from outside loads the whole group. Modules that `apart` also reaches form a second group, since `apart` runs without
 * the others.
 */
export async function groupChunks(options, { roots, apart }) {
  const { metafile } = await esbuild.build({ ...options, metafile: true, write: false, sourcemap: false });
  const reached = reach(metafile, [apart], () => true);
  const groups = new Map();
  const groupOf = new Map();
  for (const root of roots) {
    for (const input of reach(metafile, [root], kind => kind === 'import-statement')) {
      const path = resolve(input);
      if (groupOf.has(path) || input.includes('node_modules')) continue;
      const group = reached.has(input) ? `${root}, also without the rest` : root;
      groups.set(group, [...(groups.get(group) ?? []), path]);
      groupOf.set(path, group);
    }
  }
  return {
    name: 'group-chunks',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, namespace, resolveDir, kind }) => {
        if (namespace !== 'file' || kind !== 'import-statement') return undefined;
        const target = resolve(resolveDir, path);
        const group = groupOf.get(target);
        const known = group === undefined || groupOf.get(importer) === group;
        return known ? undefined : { path: target, namespace: 'way-in', pluginData: group };
      });
      // Every entry module imports the whole group, so that esbuild assigns the entry modules to the same chunk.
      build.onLoad({ filter: /./, namespace: 'way-in' }, ({ path, pluginData: group }) => ({
        contents: `export * from ${JSON.stringify(path)}; import ${JSON.stringify(group)};`,
        resolveDir: import.meta.dirname,
      }));
      build.onResolve({ filter: /./, namespace: 'way-in' }, ({ path }) =>
        groups.has(path) ? { path, namespace: 'group' } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({
        contents: groups
          .get(path)
          .map(member => `import ${JSON.stringify(member)};`)
          .join(''),
      }));
      build.onResolve({ filter: /./, namespace: 'group' }, ({ path, importer }) => ({
        path,
        namespace: 'way-in',
        pluginData: importer,
      }));
    },
  };
}

function reach({ inputs }, roots, follows) {
  const seen = new Set(roots);
  for (const input of seen) {
    for (const { path, kind } of inputs[input]?.imports ?? []) {
      if (inputs[path] && follows(kind)) seen.add(path);
    }
  }
  return seen;
}
