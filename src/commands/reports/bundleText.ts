import type { SeenRequest } from '../../stores/requestStore.ts';

/** The data for a support bundle. */
export interface BundleFacts {
  readonly moment: Date;
  readonly versions: Readonly<Record<string, string>>;
  readonly connection: { readonly kind: string; readonly state: string } | undefined;
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: readonly SeenRequest[];
}

/**
 * Formats diagnostic data as JSON: versions, states, counts and the last requests. Contains no keys, bodies, addresses,
 * names or user input; of queries only the parameter names.
 */
export function supportBundle({ moment, versions, connection, counts, requests }: BundleFacts): string {
  const bundle = {
    createdAt: moment.toISOString(),
    versions,
    connection: connection ?? null,
    counts,
    requests: requests.map(
      ({ operation, method, path, status, ms, attempt, times, failure, traceId, at }) => ({
        at: new Date(at).toISOString(),
        operation,
        request: `${method} ${withoutValues(path)}`,
        status: status ?? null,
        failure: failure ?? null,
        ms: Math.round(ms),
        attempt,
        times,
        trace: traceId ?? null,
      }),
    ),
  };
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

function withoutValues(path: string): string {
  const [place = '', query] = path.split('?');
  if (query === undefined) return place;
  return `${place}?${[...new URLSearchParams(query).keys()].join('&')}`;
}
