import * as ts from 'typescript';
import { locationOf, type Source } from './source.ts';

/**
 * Returns a sentence for each command that a file of `src/commands` runs in the window. Another connection may be active
 * there by the time it runs.
 */
export function commandRunProblems(source: Source): string[] {
  if (!source.path.startsWith('commands/')) return [];
  const runs = descendants(source.tree).filter(node => ts.isCallExpression(node) && isRun(node.expression));
  return runs
    .flatMap(descendants)
    .filter(isCommandId)
    .map(
      node =>
        `${locationOf(source, node)} runs a command in the window; call \`run\` of the services, so that the connection stays the same.`,
    );
}

function isRun(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text === 'executeCommand';
  return ts.isIdentifier(callee) && callee.text === 'runCommand';
}

function isCommandId(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'Command';
}

function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}
