import * as ts from 'typescript';
import { placeOf, type Source } from './source.ts';

/** A sentence for each statement that the form of the house forbids, and each export without a docstring. */
export function badForm(source: Source): string[] {
  const { statements } = source.tree;
  const at = (node: ts.Node, problem: string): string => `${placeOf(source, node)} ${problem}.`;
  return [
    ...statements.filter(isDefaultExport).map(node => at(node, 'exports a default; export it by its name')),
    ...statements
      .filter(isVariable)
      .map(node => at(node, 'keeps a variable for the whole module; give it an owner')),
    ...(isBarrel(statements) ? [`src/${source.path}:1 only passes on what other files export.`] : []),
    ...exported(statements)
      .filter(({ node }) => !hasDocstring(node))
      .map(({ node, names }) => at(node, `exports ${names} without a docstring`)),
  ];
}

function isDefaultExport(node: ts.Statement): boolean {
  if (ts.isExportAssignment(node) || has(node, ts.SyntaxKind.DefaultKeyword)) return true;
  const clause = ts.isExportDeclaration(node) ? node.exportClause : undefined;
  return !!clause && ts.isNamedExports(clause) && clause.elements.some(({ name }) => name.text === 'default');
}

function isVariable(node: ts.Statement): boolean {
  return ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const);
}

function isBarrel(statements: readonly ts.Statement[]): boolean {
  return (
    statements.some(ts.isExportDeclaration) &&
    statements.every(node => ts.isExportDeclaration(node) || ts.isImportDeclaration(node))
  );
}

interface Exported {
  readonly node: ts.Statement;
  readonly names: string;
}

/** What a file declares and exports, in place or by a list; overloads count once. */
function exported(statements: readonly ts.Statement[]): Exported[] {
  const listed = statements.flatMap(node =>
    ts.isExportDeclaration(node) &&
    !node.moduleSpecifier &&
    node.exportClause &&
    ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : [],
  );
  const all = statements.flatMap(node => {
    const names = declaredNames(node);
    const open = has(node, ts.SyntaxKind.ExportKeyword) || names.some(name => listed.includes(name));
    return open && names.length > 0 ? [{ node, names: names.join(', ') }] : [];
  });
  const documented = new Set(
    all.filter(({ node }) => ts.isFunctionDeclaration(node) && hasDocstring(node)).map(({ names }) => names),
  );
  return all.filter(
    ({ node, names }) => !ts.isFunctionDeclaration(node) || hasDocstring(node) || !documented.has(names),
  );
}

function declaredNames(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map(({ name }) => name.getText());
  const declares =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node);
  return declares ? [node.name?.getText() ?? 'default'] : [];
}

function has(node: ts.Statement, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(modifier => modifier.kind === kind);
}

function hasDocstring(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some(doc => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '');
}
