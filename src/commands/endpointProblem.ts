import { addressProblem } from '../util/publicAddress.ts';

/**
 * Why a text cannot be the address of a webhook endpoint (spec 6.1), in a sentence; undefined for one that can. A service
 * that runs on this computer may reach ports of it.
 */
export function endpointProblem(text: string, isLocal: boolean): string | undefined {
  // Which ports may be called is known to that service alone.
  const problem = addressProblem(text.trim(), () => isLocal);
  return problem && `The address ${problem}.`;
}
