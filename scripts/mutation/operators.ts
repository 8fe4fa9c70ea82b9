import * as ts from 'typescript';
import { regexChanges } from './regexChanges.ts';

/** A syntax node and its replacement text. */
interface Change {
  readonly node: ts.Node;
  readonly text: string;
}

/** Operators and replacements of the same precedence, so that the rest of the expression keeps its meaning. */
const SWAPPED: Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.EqualsEqualsToken]: ['!='],
  [ts.SyntaxKind.ExclamationEqualsToken]: ['=='],
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PercentToken]: ['*'],
  [ts.SyntaxKind.AsteriskAsteriskToken]: ['*'],
  [ts.SyntaxKind.PlusEqualsToken]: ['-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['+='],
  [ts.SyntaxKind.QuestionQuestionEqualsToken]: ['='],
};

const LOGICAL: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
};

const OTHER_METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
]);

/** Methods whose call can be removed, leaving the receiver. */
const LEFT_OUT = ['filter', 'toSorted', 'toReversed', 'trim', 'toLowerCase', 'toUpperCase', 'slice'];

/** Returns every change of one node, excluding those of its descendants. */
export function changesOf(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node);
  if (ts.isIfStatement(node)) return forced(node.expression, 'true', 'false');
  if (ts.isConditionalExpression(node)) return forced(node.condition, 'true', 'false');
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return forced(node.expression, 'false');
  if (ts.isForStatement(node)) return node.condition ? forced(node.condition, 'false') : [];
  if (ts.isPropertyAccessChain(node) || ts.isElementAccessChain(node) || ts.isCallChain(node)) {
    return ofChain(node);
  }
  if (ts.isCallExpression(node)) return ofCall(node);
  if (isRemovable(node)) return [{ node, text: ';' }];
  if (ts.isReturnStatement(node)) return node.expression ? unreturned(node.expression) : [];
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? emptied(node.body) : unreturned(node.body);
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
    return node.body ? emptied(node.body) : [];
  return ofLiteral(node);
}

function ofBinary(node: ts.BinaryExpression): Change[] {
  const { left, right, operatorToken } = node;
  const other = LOGICAL[operatorToken.kind];
  if (other) return [{ node, text: `((${left.getText()}) ${other} (${right.getText()}))` }];
  return (SWAPPED[operatorToken.kind] ?? []).map(text => ({ node: operatorToken, text }));
}

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Change[] {
  const operand = node.operand.getText();
  const text = ts.isPrefixUnaryExpression(node)
    ? (sign: string) => sign + operand
    : (sign: string) => operand + sign;
  switch (node.operator) {
    case ts.SyntaxKind.PlusPlusToken:
      return [{ node, text: text('--') }];
    case ts.SyntaxKind.MinusMinusToken:
      return [{ node, text: text('++') }];
    default:
      return [{ node, text: `(${operand})` }];
  }
}

function ofChain(node: ts.PropertyAccessChain | ts.ElementAccessChain | ts.CallChain): Change[] {
  const call = ts.isCallExpression(node) ? ofCall(node) : [];
  const { questionDotToken } = node;
  if (!questionDotToken) return call;
  return [...call, { node: questionDotToken, text: ts.isPropertyAccessChain(node) ? '.' : '' }];
}

function ofCall(node: ts.CallExpression): Change[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = OTHER_METHODS.get(name.text);
  if (other) return [{ node: name, text: other }];
  return LEFT_OUT.includes(name.text) ? [{ node, text: expression.getText() }] : [];
}

function ofLiteral(node: ts.Node): Change[] {
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return [{ node, text: 'false' }];
    case ts.SyntaxKind.FalseKeyword:
      return [{ node, text: 'true' }];
    default:
  }
  if (ts.isNumericLiteral(node)) return [{ node, text: String(Number(node.text.replaceAll('_', '')) + 1) }];
  if (ts.isStringLiteral(node))
    return isName(node) ? [] : [{ node, text: node.text === '' ? "'mutant'" : "''" }];
  if (ts.isTemplateLiteral(node)) return node.getText() === '``' ? [] : [{ node, text: '``' }];
  if (ts.isRegularExpressionLiteral(node)) return regexChanges(node.text).map(text => ({ node, text }));
  if (ts.isArrayLiteralExpression(node)) return isTarget(node) ? [] : emptyList(node);
  if (ts.isObjectLiteralExpression(node)) {
    return isTarget(node) || node.properties.length === 0 ? [] : [{ node, text: '{}' }];
  }
  return [];
}

function emptyList(node: ts.ArrayLiteralExpression): Change[] {
  return [{ node, text: node.elements.length === 0 ? "['mutant']" : '[]' }];
}

function forced(node: ts.Expression, ...values: readonly string[]): Change[] {
  const text = node.getText();
  return values.filter(value => value !== text).map(value => ({ node, text: value }));
}

function unreturned(node: ts.Expression): Change[] {
  const plain = ts.isParenthesizedExpression(node) ? node.expression : node;
  const hasOwnChange =
    ts.isLiteralExpression(plain) ||
    ts.isArrayLiteralExpression(plain) ||
    ts.isObjectLiteralExpression(plain) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(plain.kind) ||
    plain.getText() === 'undefined';
  return hasOwnChange ? [] : [{ node, text: 'undefined' }];
}

function emptied(body: ts.Block): Change[] {
  return body.statements.length > 0 ? [{ node: body, text: '{}' }] : [];
}

function isRemovable(node: ts.Node): boolean {
  if (ts.isThrowStatement(node) || ts.isContinueStatement(node)) return true;
  if (ts.isBreakStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  return !(ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

function isName(node: ts.StringLiteral): boolean {
  const { parent } = node;
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

/** Returns true if an expression is an assignment target, such as in `[a, b] = …`. */
function isTarget(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.left === node
  );
}
