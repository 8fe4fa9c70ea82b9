import * as ts from 'typescript';
import { locationOf, type Source } from './source.ts';

/**
 * Exported names that two files may have, with the reason. Besides, the handler of a command has the name of the command,
 * and a tool for agents that of the tool, whatever the function is called that does their work.
 */
const ACCEPTED: Readonly<Record<string, string>> = {
  Scope: 'the Debug Adapter Protocol names it, and the connection of a command has a scope',
  Source: 'the Debug Adapter Protocol names it, and operations have a source',
  changeFile: 'the same job, for programs and for windows, which may have the file open',
  dialogs: 'the same dialogs, and those that keep the keys of a question from a device',
};

/** Returns a sentence for each exported name that stands for different things in different files. */
export function nameProblems(sources: readonly Source[]): string[] {
  const handlers = new Set(sources.filter(({ path }) => path === 'commands/handlers.ts').flatMap(namesIn));
  const exported = sources.flatMap(source =>
    exportedNames(source).filter(
      ({ name, text }) =>
        !Object.hasOwn(ACCEPTED, text) &&
        !isTool(name) &&
        !(source.path.startsWith('commands/') && handlers.has(text)),
    ),
  );
  return [...Map.groupBy(exported, ({ text }) => text)].flatMap(([text, found]) => {
    const byPath = new Map(found.map(({ source, name }) => [source.path, locationOf(source, name)]));
    const [first, ...others] = byPath.values();
    return others.map(other => `${other} exports ${text}, as does ${first}; use it, or rename one of them.`);
  });
}

/** Returns the accepted names that no two files export anymore. */
export function unusedExceptions(sources: readonly Source[]): string[] {
  const paths = Map.groupBy(sources.flatMap(exportedNames), ({ text }) => text);
  return Object.keys(ACCEPTED).filter(
    text => new Set(paths.get(text)?.map(({ source }) => source.path)).size < 2,
  );
}

interface ExportedName {
  readonly source: Source;
  readonly name: ts.Identifier;
  readonly text: string;
}

function exportedNames(source: Source): ExportedName[] {
  return source.tree.statements
    .filter(isExported)
    .flatMap(declaredNames)
    .map(name => ({ source, name, text: name.text }));
}

function isExported(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function declaredNames(node: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed && node.name ? [node.name] : [];
}

/** Returns the identifiers and strings in a file. A string names a handler that is loaded when it is called. */
function namesIn({ tree }: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTool({ parent }: ts.Identifier): boolean {
  return (
    ts.isVariableDeclaration(parent) &&
    parent.initializer !== undefined &&
    ts.isCallExpression(parent.initializer) &&
    parent.initializer.expression.getText() === 'defineTool'
  );
}
