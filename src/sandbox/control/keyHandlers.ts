import type { Handlers } from '../handler.ts';
import type { AccessKey } from '../http/accessKey.ts';

/** Creates the handlers for the API key. */
export function keyHandlers(key: AccessKey): Handlers {
  return {
    revokeKey: () => {
      key.revoke();
      return undefined;
    },
  };
}
