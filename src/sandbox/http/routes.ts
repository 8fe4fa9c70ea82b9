import type { Method, Operation } from '../../contract/operation.ts';
import { operationIds, operations } from '../../contract/operations.ts';
import { sandboxOperations } from '../../contract/sandboxOperations.ts';
import type { RowId } from '../runtime/handler.ts';
import { decodeEscapes } from '../../util/decodeEscapes.ts';
import { keysOf } from '../../util/isObject.ts';

/** The base path of all operations of the service (spec 9.1). */
export const BASE_PATH = '/v1';

/** An operation that a sandbox offers, and what precedes its path. */
interface OfferedOperation {
  readonly id: RowId;
  readonly row: Operation;
  readonly base: string;
}

/** Returns the operations of a sandbox, with or without those that control it. */
export function offeredOperations(hasControl: boolean): readonly OfferedOperation[] {
  return [
    ...operationIds.map(id => ({ id, row: operations[id], base: BASE_PATH })),
    ...keysOf(sandboxOperations)
      .map(id => ({ id, row: sandboxOperations[id], base: '' }))
      .filter(({ row }) => hasControl || !isControl(row)),
  ];
}

/** Returns true for an operation that controls the sandbox itself. */
export function isControl({ path }: Operation): boolean {
  return path.startsWith('/_control/');
}

/** The result of routing: an operation with its path parameters, a path with other methods only, or an unknown path. */
export type RouteMatch =
  | { readonly kind: 'operation'; readonly id: RowId; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrongMethod'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' };

interface Pattern {
  readonly id: RowId;
  readonly method: Method;
  readonly segments: readonly string[];
  readonly parameters: number;
}

/** The routes of a sandbox, with or without the control operations. */
export class Routes {
  /** Patterns by number of segments, fewest parameters first, so that literal paths take precedence. */
  readonly #patterns: ReadonlyMap<number, readonly Pattern[]>;

  constructor({ control }: { readonly control: boolean }) {
    const patterns = offeredOperations(control).map(toPattern);
    this.#patterns = Map.groupBy(
      patterns.sort((a, b) => a.parameters - b.parameters),
      ({ segments }) => segments.length,
    );
  }

  /** Finds the operation for a request. */
  find(method: string, path: string): RouteMatch {
    const pathSegments = path.split('/').slice(1);
    const matching = (this.#patterns.get(pathSegments.length) ?? []).filter(({ segments }) =>
      segments.every((segment, index) =>
        isParameter(segment) ? pathSegments[index] !== '' : segment === pathSegments[index],
      ),
    );
    const mostSpecific = matching.filter(({ parameters }) => parameters === matching[0]?.parameters);
    if (mostSpecific.length === 0) return { kind: 'unknown' };
    const match = mostSpecific.find(pattern => pattern.method === method);
    if (!match) return { kind: 'wrongMethod', allowed: mostSpecific.map(pattern => pattern.method) };
    return { kind: 'operation', id: match.id, params: pathParams(match, pathSegments) };
  }
}

function toPattern({ id, row, base }: OfferedOperation): Pattern {
  const segments = `${base}${row.path}`.split('/').slice(1);
  return { id, method: row.method, segments, parameters: segments.filter(isParameter).length };
}

function pathParams({ segments }: Pattern, pathSegments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      // The validation of the parameter rejects an invalid escape.
      isParameter(segment) ? [[segment.slice(1, -1), decodeEscapes(pathSegments[index] ?? '')]] : [],
    ),
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
