import type { PathSegment } from './template.ts';

/** Formats a path for display: `fields.code.type`, `points, item 2, x`. Items count from 1. */
export function pathText(path: readonly PathSegment[]): string {
  return path
    .map((segment, index) => {
      if (typeof segment === 'number') return `${index === 0 ? '' : ', '}item ${segment + 1}`;
      const isBehindItem = typeof path[index - 1] === 'number';
      return index === 0 ? segment : `${isBehindItem ? ', ' : '.'}${segment}`;
    })
    .join('');
}
