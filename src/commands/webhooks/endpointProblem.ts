import { addressProblem } from '../../util/publicAddress.ts';

/**
 * Returns a sentence on why a text cannot be the URL of a webhook endpoint (spec 6.1), or undefined if it can. With
 * `isLocal`, for a service on this computer, loopback ports are allowed.
 */
export function endpointProblem(text: string, isLocal: boolean): string | undefined {
  // Only that service knows which ports it may call.
  const problem = addressProblem(text.trim(), () => isLocal);
  return problem && `The address ${problem}.`;
}
