import type { Handlers } from '../../runtime/handler.ts';
import { toResponse } from '../../store/stored.ts';
import type { RealPhones } from './realPhones.ts';

/** Creates the handlers for real phones. */
export function phoneHandlers(phones: RealPhones): Handlers {
  const { adb, services } = phones;
  return {
    listAdbPhones: async () => ({ data: await adb.list() }),
    addAdbPhone: async ({ body }) => toResponse(await adb.add(body.serial)),
    listServicePhones: () => ({ data: { phones: [...services.list()] } }),
    setPhoneServices: async ({ body }) => {
      await services.follow(body.services);
      return { data: { phones: [...services.list()] } };
    },
    addServicePhone: async ({ body }) => toResponse(await services.add(body.serviceId, body.phoneId)),
    removePhone: ({ params }) => phones.remove(params.deviceId),
  };
}
