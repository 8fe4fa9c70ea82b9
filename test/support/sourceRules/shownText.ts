import * as ts from 'typescript';
import { locationOf, type Source } from './source.ts';

/** The only files that reach VS Code's dialogs and its Markdown; all others go through them. */
const OWNERS = { dialogs: 'host/dialogs.ts', markdown: 'host/markdown.ts' } as const;

// Members of `vscode.window` that show no text in which VS Code turns `[label](command:…)` into a link.
const SILENT: ReadonlySet<string> = new Set([
  'activeTextEditor',
  'createOutputChannel',
  'createStatusBarItem',
  'createTextEditorDecorationType',
  'createTreeView',
  'createWebviewPanel',
  'onDidChangeTextEditorSelection',
  'onDidChangeVisibleTextEditors',
  'onDidChangeWindowState',
  'registerCustomEditorProvider',
  'registerFileDecorationProvider',
  'registerWebviewPanelSerializer',
  'registerWebviewViewProvider',
  'showOpenDialog',
  'showSaveDialog',
  'showTextDocument',
  'state',
  'tabGroups',
  'visibleTextEditors',
]);

/** A sentence for each way by which text could reach VS Code's window without being made plain. */
export function strayText(source: Source): string[] {
  const found: string[] = [];
  const at = (node: ts.Node, problem: string): unknown =>
    found.push(`${locationOf(source, node)} ${problem}.`);
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    const name = nameIn(node);
    if (name === 'MarkdownString' && source.path !== OWNERS.markdown)
      at(node, `makes Markdown; only ${OWNERS.markdown} may`);
    if (name === 'window' && source.path !== OWNERS.dialogs && !isSilent(node, source.path))
      at(node, `uses a part of VS Code's window that shows text; only ${OWNERS.dialogs} may`);
    if (ts.isIdentifier(node) && node.text === 'createLanguageStatusItem' && source.path !== OWNERS.dialogs)
      at(node, `shows a status of a language; only ${OWNERS.dialogs} may`);
    if (ts.isImportDeclaration(node) && isNamed(node)) at(node, 'imports vscode by names; import it whole');
    if (ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node)) {
      if (/^(isTrusted|supportHtml)$/.test(node.name.getText()) && !isWorkspace(node))
        at(node, 'lets Markdown run commands or draw HTML');
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

// The name of a part of vscode that a node takes: `vscode.window`, `vscode['window']`, `const { window } = vscode`.
function nameIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && isVscode(node.expression)) return node.name.text;
  if (ts.isElementAccessExpression(node) && isVscode(node.expression))
    return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : 'window';
  if (!ts.isBindingElement(node) || !ts.isVariableDeclaration(node.parent.parent)) return undefined;
  const { initializer } = node.parent.parent;
  return initializer && isVscode(initializer) ? (node.propertyName ?? node.name).getText() : undefined;
}

function isSilent(node: ts.Node, path: string): boolean {
  // Tests inside VS Code answer dialogs at the window that the extension sees.
  if (path === 'extension.ts' && ts.isBindingElement(node)) return true;
  const { parent } = node;
  return ts.isPropertyAccessExpression(parent) && parent.expression === node && SILENT.has(parent.name.text);
}

function isVscode(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === 'vscode';
}

function isNamed({ moduleSpecifier, importClause }: ts.ImportDeclaration): boolean {
  const bindings = importClause?.namedBindings;
  return (
    ts.isStringLiteral(moduleSpecifier) &&
    moduleSpecifier.text === 'vscode' &&
    !(bindings && ts.isNamespaceImport(bindings) && bindings.name.text === 'vscode')
  );
}

function isWorkspace(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && /\b(workspace|window)$/.test(node.expression.getText());
}
