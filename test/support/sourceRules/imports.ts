import { posix } from 'node:path';
import * as ts from 'typescript';
import { locationOf, type Source } from './source.ts';

/** One import, re-export or dynamic import of a file. */
export interface Import {
  readonly from: string;
  /** File and line, such as `src/client/call.ts:3`. */
  readonly place: string;
  readonly specifier: string;
  /** The imported file relative to `src`; undefined for a package. */
  readonly file: string | undefined;
  /** True if nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** Every import of a file. An import whose braces hold types only still loads the file, so it is no type import. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const reference = referenceIn(node);
    if (reference) {
      const { module, typeOnly } = reference;
      const specifier = ts.isStringLiteralLike(module) ? module.text : module.getText(source.tree);
      found.push({
        from: source.path,
        place: locationOf(source, node),
        specifier,
        file: specifier.startsWith('.')
          ? posix.normalize(posix.join(posix.dirname(source.path), specifier))
          : undefined,
        typeOnly,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

function referenceIn(node: ts.Node): { module: ts.Node; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return { module: node.moduleSpecifier, typeOnly };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { module: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { module: node.argument.literal, typeOnly: true };
  }
  if (ts.isExternalModuleReference(node)) return { module: node.expression, typeOnly: false };
  if (ts.isCallExpression(node) && loads(node.expression)) {
    const [module] = node.arguments;
    return module && { module, typeOnly: false };
  }
  return undefined;
}

function loads(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}
