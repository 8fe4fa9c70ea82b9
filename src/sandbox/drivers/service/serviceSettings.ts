import type { PhoneDriver } from '../../runtime/phoneDriver.ts';
import { requirePhoneLocale, requirePhoneTimeZone } from '../phoneValues.ts';
import type { ServiceRoutes } from './serviceRoutes.ts';

/** Returns the settings of a phone. */
export function serviceSettings(
  routes: ServiceRoutes,
): Pick<PhoneDriver, 'clipboard' | 'language' | 'timeZone' | 'position'> {
  return {
    clipboard: {
      read: async limits => (await routes.call('getClipboard', {}, limits)).text ?? '',
      write: async (text, limits) => {
        await routes.call('setClipboard', { body: { text } }, limits);
      },
    },
    language: {
      read: async limits => (await routes.call('getLanguage', {}, limits)).locale ?? '',
      write: async ({ tag, restart = false }, limits) => {
        const body = { locale: requirePhoneLocale(tag), ...(restart ? { restart } : {}) };
        await routes.call('setLanguage', { body }, limits);
      },
    },
    timeZone: {
      read: async limits => (await routes.call('getTimezone', {}, limits)).timezone ?? '',
      write: async (timeZone, limits) => {
        const body = { timezone: requirePhoneTimeZone(timeZone) };
        await routes.call('setTimezone', { body }, limits);
      },
    },
    position: {
      read: async limits => {
        const { latitude, longitude } = await routes.call('getLocation', {}, limits);
        return { latitude, longitude };
      },
      write: async (position, limits) => {
        if (position === null) await routes.call('resetLocation', {}, limits);
        else {
          const { latitude, longitude } = position;
          await routes.call('setLocation', { body: { latitude, longitude } }, limits);
        }
      },
    },
  };
}
