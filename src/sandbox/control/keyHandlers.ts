import type { Handlers } from '../handler.ts';
import type { AccessKey } from '../http/accessKey.ts';

/** Handlers of the operations on the key of one sandbox. */
export function keyHandlers(key: AccessKey): Handlers {
  return {
    revokeKey: () => {
      key.revoke();
      return undefined;
    },
  };
}
