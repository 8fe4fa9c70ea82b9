import * as ts from 'typescript';
import type { Source } from './source.ts';

/** Functions by which a test in the workbench runs a command by its title, and which argument has the title. */
const BY_TITLE: Readonly<Record<string, number>> = {
  run: 0,
  command: 0,
  prepare: 0,
  press: 1,
  pressTitle: 1,
  choose: 1,
};
const PREFIX = 'Cloud Devices: ';

/**
 * The names of `Command` that tests inside VS Code run: those given to `executeCommand` or to a function that takes
 * a command first, alone or as one of a list. A name that is only compared does not count.
 */
export function namesRun(sources: readonly Source[]): Set<string> {
  const runners = new Set(['executeCommand', ...sources.flatMap(({ tree }) => takersOfCommands(tree))]);
  const names = new Set<string>();
  for (const { tree } of sources) {
    each(tree, node => {
      if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'Command') return;
      if (isRun(node, runners)) names.add(node.name.text);
    });
  }
  return names;
}

/** The titles of commands that tests in the workbench run: from the palette, a menu, a line or a view's title. */
export function titlesRun(sources: readonly Source[]): Set<string> {
  const titles = new Set<string>();
  for (const { tree } of sources) {
    each(tree, node => {
      if (!ts.isCallExpression(node)) return;
      const name = calledName(node);
      const at = BY_TITLE[name];
      const given = at === undefined ? menuEntry(node) : node.arguments[at];
      const text = given && textOf(given);
      if (text !== undefined) titles.add(text.replace(PREFIX, '').replace(/…$/, ''));
    });
  }
  return titles;
}

function isRun(name: ts.Node, runners: ReadonlySet<string>): boolean {
  let node = name;
  while (ts.isArrayLiteralExpression(node.parent) || ts.isAsExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.arguments[0] === node && runners.has(calledName(parent));
  return ts.isForOfStatement(parent) && parent.expression === node;
}

function takersOfCommands(tree: ts.SourceFile): string[] {
  const names: string[] = [];
  each(tree, node => {
    if (ts.isFunctionDeclaration(node) && node.parameters[0]?.type?.getText() === 'Command')
      names.push(node.name?.text ?? '');
  });
  return names;
}

// `getByRole('menuitem', { name })`, or a button of the window; those of pages do more than run commands.
function menuEntry(node: ts.CallExpression): ts.Expression | undefined {
  const [role, options] = node.arguments;
  const found = calledName(node) === 'getByRole' && role ? textOf(role) : '';
  const ofWindow = /\bworkbench\.page\.getByRole$/.test(node.expression.getText().replaceAll(/\s/g, ''));
  if (found !== 'menuitem' && !(found === 'button' && ofWindow)) return undefined;
  const named = options && ts.isObjectLiteralExpression(options) ? options.properties : [];
  const name = [...named].find(one => one.name?.getText() === 'name');
  return name && ts.isPropertyAssignment(name) ? name.initializer : undefined;
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

// A regular expression counts as the text that it begins with in full.
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isRegularExpressionLiteral(node)) return undefined;
  const source = node.text.slice(1, node.text.lastIndexOf('/'));
  return source.replace(/^\^/, '').replace(/\$$/, '').replaceAll(/\\(.)/g, '$1');
}

function each(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, child => each(child, look));
}
