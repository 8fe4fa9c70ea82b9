import * as ts from 'typescript';
import { locationOf, type Source } from './source.ts';

/** Returns a sentence for each forbidden statement, and for each docstring with an unclear opening. */
export function formProblems(source: Source): string[] {
  const { statements } = source.tree;
  const at = (node: ts.Node, problem: string): string => `${locationOf(source, node)} ${problem}.`;
  return [
    ...statements.filter(isDefaultExport).map(node => at(node, 'exports a default; export it by its name')),
    ...statements
      .filter(isVariable)
      .map(node => at(node, 'keeps a variable for the whole module; give it an owner')),
    ...(isBarrel(statements) ? [`src/${source.path}:1 only passes on what other files export.`] : []),
    ...docstrings(source)
      .filter(({ text }) => UNCLEAR_OPENING.test(text))
      .map(({ node, text }) =>
        at(node, `opens its docstring with “${text.split(/\s/, 1)[0]}”; name the thing or the action`),
      ),
  ];
}

/** Openings that delay the subject of a sentence. */
const UNCLEAR_OPENING = /^(?:What|Whether|Where|How|Who|Whence|Which|When|Whenever|Tells)\b/;

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

function has(node: ts.Statement, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(modifier => modifier.kind === kind);
}

interface Docstring {
  readonly node: ts.Node;
  readonly text: string;
}

function docstrings({ tree }: Source): Docstring[] {
  const found: Docstring[] = [];
  const visit = (node: ts.Node): void => {
    for (const doc of ts.getJSDocCommentsAndTags(node))
      if (ts.isJSDoc(doc) && doc.parent === node)
        found.push({ node: doc, text: ts.getTextOfJSDocComment(doc.comment) ?? '' });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
