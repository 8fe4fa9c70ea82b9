import type { PathSegment } from '../template.ts';

/** Returns an expression for a path, such as `{{steps.read-text.body.text}}`. */
export function expressionText(path: readonly PathSegment[]): string {
  return `{{${pathSource(path)}}}`;
}

/** Returns the text between the braces of an expression for a path. */
export function pathSource(path: readonly PathSegment[]): string {
  return path.map((segment, index) => segmentText(segment, index === 0)).join('');
}

/** Returns the text of a path behind another one, such as `.code`. */
export function innerSource(path: readonly PathSegment[]): string {
  return path.map(segment => segmentText(segment, false)).join('');
}

function segmentText(segment: PathSegment, isFirst: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (/^[A-Za-z_$][\w$-]*$/.test(segment)) return `${isFirst ? '' : '.'}${segment}`;
  // Braces would end the expression.
  const quoted = JSON.stringify(segment).replaceAll(/[{}]/g, brace =>
    brace === '{' ? '\\u007b' : '\\u007d',
  );
  return `[${quoted}]`;
}
