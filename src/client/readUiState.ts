import { operation } from '../contract/define.ts';
import { UiState } from '../contract/records/uiState.ts';
import { call } from './call.ts';
import { ApiError } from './failure.ts';
import { linkProblem } from './followRedirect.ts';
import type { CallOptions } from './reply.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Reads a UI state at an address that the service returned, without the key. The address must be public, or that of this
 * computer if the service is there, too. Follows no redirect. Rejects with an error that never contains the address,
 * because the address itself grants access.
 */
export async function readUiState(
  settings: ClientSettings,
  address: string,
  options: CallOptions = {},
): Promise<UiState> {
  const problem = linkProblem(address, settings);
  if (problem !== undefined) throw new Error(`The address of a UI state ${problem}.`);
  const { origin, pathname, search } = new URL(address);
  // Braces would be parameters of the path of the operation.
  const path = `${pathname}${search}`.replaceAll(/[{}]/g, encodeURIComponent);
  const linked = operation('GET', `/${path.slice(1)}`, {
    summary: 'Read a UI state of a task',
    response: { status: 200, body: UiState },
  });
  const keyless = { ...settings, baseUrl: origin, isKeyless: true, onExchange: undefined };
  try {
    const { value } = await call(keyless, 'getTaskUiState', linked, {}, options);
    return value as UiState;
  } catch (error) {
    throw withoutBody(error);
  }
}

// The body of an error often repeats the address.
function withoutBody(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { failure, operation: id, retryAfterMs, retryable } = error;
  if (failure.kind !== 'refused' && failure.kind !== 'notJson') return error;
  const context = { operation: id, traceId: undefined, retryAfterMs, retryable };
  return new ApiError({ kind: 'linked', status: failure.status }, context);
}
