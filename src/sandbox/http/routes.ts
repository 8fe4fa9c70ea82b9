import { type OperationId, operationIds, operations } from '../../contract/operations.ts';

/** Where a request leads: to an operation with its path parameters, to other methods only, or nowhere. */
export type Route =
  | {
      readonly kind: 'operation';
      readonly id: OperationId;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrongMethod'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

interface Pattern {
  readonly id: OperationId;
  readonly method: string;
  readonly segments: readonly string[];
}

const patterns: readonly Pattern[] = operationIds.map(id => ({
  id,
  method: operations[id].method,
  segments: operations[id].path.split('/').slice(1),
}));

/** Finds the row of the table for a request below the base path; literal segments win over parameters. */
export function findRoute(method: string, path: string): Route {
  const segments = path.split('/').slice(1);
  const matching = patterns.filter(pattern => matches(pattern, segments));
  if (matching.length === 0) return { kind: 'unknown' };
  const best = matching.toSorted((a, b) => parameters(a) - parameters(b));
  const fewest = best[0] ? parameters(best[0]) : 0;
  const meant = best.filter(pattern => parameters(pattern) === fewest);
  const found = meant.find(pattern => pattern.method === method);
  if (!found) return { kind: 'wrongMethod', allowed: meant.map(pattern => pattern.method) };
  return { kind: 'operation', id: found.id, params: pathParams(found, segments) };
}

function matches({ segments }: Pattern, given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) =>
      isParameter(segment) ? given[index] !== '' : segment === given[index],
    )
  );
}

function pathParams({ segments }: Pattern, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decode(given[index] ?? '')]] : [],
    ),
  );
}

function parameters({ segments }: Pattern): number {
  return segments.filter(isParameter).length;
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

// A broken escape is no reason to fail; the parameter's own check will refuse it.
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
