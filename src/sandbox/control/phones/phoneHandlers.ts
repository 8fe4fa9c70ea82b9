import type { Handlers } from '../../runtime/handler.ts';
import { toResponse } from '../../store/stored.ts';
import type { RealPhones } from './realPhones.ts';

/** Creates the handlers for the real phones of an adb server. */
export function phoneHandlers(phones: RealPhones): Handlers {
  return {
    listAdbPhones: async () => ({ data: await phones.list() }),
    addAdbPhone: async ({ body }) => toResponse(await phones.add(body.serial)),
    removeAdbPhone: ({ params }) => phones.remove(params.deviceId),
  };
}
