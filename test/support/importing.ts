import { type CatalogAction, createCatalog, type FlowCatalog } from '../../src/flow/catalog.ts';
import { type ImportTarget, DEFAULT_TARGET } from '../../src/flow/import/imported.ts';
import { importMaestro } from '../../src/flow/import/importMaestro.ts';
import { plainScalar } from '../../src/flow/import/plainScalar.ts';
import { type ImportResult, resolveImport } from '../../src/flow/import/resolveImport.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { isObject, listOf, memberOf } from '../../src/util/isObject.ts';

/** The catalog of the sandbox, with the IDs of its entries. */
export const importCatalog: FlowCatalog = createCatalog(demoCatalog);

/** Imports a Maestro flow: its commands, below the settings of a test app, or a whole file among others. */
export async function importFlow(
  commands: string,
  files: Readonly<Record<string, string>> = {},
  target: Partial<ImportTarget> = {},
): Promise<ImportResult> {
  const text = /^---$/m.test(commands) ? commands : `appId: com.example.shop\n---\n${commands}`;
  const read = (path: string): Promise<string> => {
    const content = files[path];
    return content === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(content);
  };
  const imported = await importMaestro('flow.yaml', text, read, { ...DEFAULT_TARGET, ...target });
  return resolveImport(imported, importCatalog);
}

/** Returns the steps of an imported flow as one line each, with those inside a step below it. */
export function stepLines({ text }: Pick<ImportResult, 'text'>): readonly string[] {
  return linesOf(listOf(memberOf(JSON.parse(text), 'actions')), '');
}

function linesOf(entries: readonly unknown[], indent: string): readonly string[] {
  return entries.flatMap(entry => {
    if (!isObject(entry)) return [];
    const action: CatalogAction | undefined = importCatalog.action(plainScalar(entry['actionId']));
    const params = memberOf(entry['overrides'], 'params');
    const parts = [
      action?.method ?? '?',
      ...(params === undefined ? [] : [JSON.stringify(params)]),
      ...(entry['key'] === undefined ? [] : [`key=${plainScalar(entry['key'])}`]),
      ...(entry['continueOnError'] === true ? ['optional'] : []),
      ...(entry['nameOverride'] === undefined ? [] : [`“${plainScalar(entry['nameOverride'])}”`]),
    ];
    return [indent + parts.join(' '), ...linesOf(listOf(entry['children']), `${indent}  `)];
  });
}

/** Returns the report of an import as one line for each command. */
export function reportLines({ commands }: Pick<ImportResult, 'commands'>): readonly string[] {
  return commands.map(
    ({ file, line, name, outcome, notes }) =>
      `${file === 'flow.yaml' ? '' : file}:${line} ${name} ${outcome}${notes.length > 0 ? `: ${notes.join(' ')}` : ''}`,
  );
}
