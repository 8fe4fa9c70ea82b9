import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FEATURE, IMPORT_RULES } from '../test/support/sourceRules/importRules.ts';
import { withMarked } from './formatted.mjs';

// Writes the table of modules into docs/architecture.md. Requires a Node.js version that runs TypeScript files.

/** Path of the page. */
export const PAGE = resolve(import.meta.dirname, '../docs/architecture.md');

/** Returns the page with the table of modules as the import test enforces it. */
export async function pageWithModules(page) {
  const rows = Object.entries(IMPORT_RULES.modules).map(
    ([name, rule]) => `| \`src/${name}\` | ${rule.contents} | ${importsOf(rule)} |`,
  );
  const table = ['| Module | Contents | May import |', '| --- | --- | --- |', ...rows].join('\n');
  const feature = `A feature is a module with a user interface. It may import ${importsOf(FEATURE, false)}.`;
  return withMarked('architecture.md', page, 'modules', () => `${table}\n\n${feature}`);
}

function importsOf(
  { modules, types = [], packages = [], typePackages = [] },
  isFeature = FEATURE.modules.every(name => modules.includes(name)),
) {
  const own = (all, shared) => (isFeature ? all.filter(name => !shared.includes(name)) : all);
  const named = [
    ...(isFeature ? ['what a feature may import'] : []),
    ...own(modules, FEATURE.modules),
    ...own(packages, FEATURE.packages).map(name => `\`${name}\``),
  ];
  const typed = [...types, ...typePackages.map(name => `\`${name}\``)];
  return (
    [
      ...(named.length > 0 ? [named.join(', ')] : []),
      ...(typed.length > 0 ? [`types of ${typed.join(', ')}`] : []),
    ].join('; ') || 'nothing'
  );
}

if (import.meta.main) writeFileSync(PAGE, await pageWithModules(readFileSync(PAGE, 'utf8')));
