import { stripTypeScriptTypes } from 'node:module';
import * as ts from 'typescript';
import { changesOf } from './operators.ts';

/** A small change of one file. */
export interface Mutant {
  /** Path relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** The line in which the change begins, trimmed. */
  readonly code: string;
  /** A short description of the change, such as `=== → !==`. */
  readonly change: string;
  /** The complete changed file. */
  readonly source: string;
}

const MAX_TEXT_LENGTH = 60;

/** Returns every mutant of a file, in source order. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const lines = source.split('\n');
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) return;
    for (const change of changesOf(node)) {
      const start = change.node.getStart(tree);
      const { line } = tree.getLineAndCharacterOfPosition(start);
      found.push({
        file,
        line: line + 1,
        code: lines[line]?.trim() ?? '',
        change: `${short(change.node.getText(tree))} → ${short(change.text)}`,
        source: source.slice(0, start) + change.text + source.slice(change.node.end),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns a mutant as JavaScript, or undefined if its syntax is invalid. */
export function programOf({ source }: Mutant): string | undefined {
  try {
    return stripTypeScriptTypes(source);
  } catch {
    return undefined;
  }
}

function isTypeOnly(node: ts.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}
