import type { Import } from './imports.ts';
import { moduleOf } from './source.ts';

/** A module and the imports that its files may have besides one another. */
export interface ModuleImports {
  /** What the module contains, for docs/architecture.md. */
  readonly contents: string;
  /** Modules that it may import. */
  readonly modules: readonly string[];
  /** Modules that it may import types from. */
  readonly types?: readonly string[];
  /** Packages it may import; `node` stands for everything built into Node. */
  readonly packages?: readonly string[];
  /** Packages it may import types from. */
  readonly typePackages?: readonly string[];
}

/** The imports that are allowed between modules. */
export interface ImportRules {
  readonly modules: Readonly<Record<string, ModuleImports>>;
  /** Files that may be imported at run time even where only types may be imported; they must not import anything. */
  readonly plain: readonly string[];
  /** Packages that are loaded by these files, or files below these folders, only. */
  readonly onlyIn: Readonly<Record<string, readonly string[]>>;
}

/** Returns a sentence for each forbidden import. */
export function forbiddenImports(imports: readonly Import[], rules: ImportRules): string[] {
  return imports.flatMap(one => {
    const problem = problemOf(one, rules);
    return problem === undefined
      ? []
      : [`${one.place} imports ${one.specifier}${one.typeOnly ? ' (types)' : ''}: ${problem}.`];
  });
}

function problemOf(one: Import, rules: ImportRules): string | undefined {
  const name = moduleOf(one.from);
  const module = rules.modules[name];
  if (!module) return `the table of modules has no ${name}`;
  return one.file === undefined
    ? packageProblem(one, name, module, rules)
    : fileProblem(one, one.file, name, module, rules);
}

function fileProblem(
  one: Import,
  file: string,
  name: string,
  module: ModuleImports,
  rules: ImportRules,
): string | undefined {
  if (file.startsWith('..')) return 'it leaves src';
  const target = moduleOf(file);
  if (!one.typeOnly && rules.plain.includes(one.from)) return 'this file must load nothing, pages use it';
  if (target === name || module.modules.includes(target)) return undefined;
  if (!module.types?.includes(target)) {
    return `${name} may import ${list([...module.modules, ...(module.types ?? [])])}, not ${target}`;
  }
  if (one.typeOnly || rules.plain.includes(file)) return undefined;
  return `${name} may import only types from ${target}`;
}

function packageProblem(
  one: Import,
  name: string,
  module: ModuleImports,
  rules: ImportRules,
): string | undefined {
  const { specifier, typeOnly, from } = one;
  const packageName = packageOf(specifier);
  const files = rules.onlyIn[specifier] ?? rules.onlyIn[packageName];
  const allowed = module.packages ?? [];
  if (allowed.includes(packageName)) {
    return typeOnly || !files || files.some(start => from.startsWith(start))
      ? undefined
      : `only ${list(files)} may load it`;
  }
  if (!module.typePackages?.includes(packageName)) {
    return `${name} may import the packages ${list([...allowed, ...(module.typePackages ?? [])])}`;
  }
  return typeOnly ? undefined : `${name} may import only its types`;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node';
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
