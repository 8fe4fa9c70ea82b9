import * as z from 'zod';
import { Limits } from '../limits.ts';
import { OpenObject, record } from '../scalars.ts';

/**
 * The body that sets the language of a device: a language of 2 or 3 letters, optionally a script of 4 and a region of 2.
 * Without `restart`, it applies fully only after a reboot (wire facts 9).
 */
export const SetLanguage = z.looseObject({
  locale: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?$/),
  restart: z.boolean().optional(),
});

/** The language of a device (wire facts 9). */
export const DeviceLanguage = record({}, { locale: z.string() });

/** The body that sets the time zone of a device, by its IANA name (wire facts 9). */
export const SetTimezone = z.looseObject({ timezone: z.string().min(1) });

/** The time zone of a device (wire facts 9). */
export const Timezone = record({}, { timezone: z.string() });

/** The body that sets the clipboard of a device; an empty text clears it (wire facts 9). */
export const SetClipboard = z.looseObject({ text: z.string().max(Limits.clipboard) });

/** The clipboard of a device (wire facts 9). */
export const Clipboard = record({}, { text: z.string() });

/** The body that keeps a device in one app, in the lock-task mode of Android (wire facts 9). */
export const EnterKiosk = z.looseObject({ packageName: z.string().min(1) });

/**
 * The body that runs a script in the browser tab in front: one expression, without `return` (wire facts 9).
 */
export const BrowserScript = z.looseObject({ script: z.string().min(1).max(Limits.script) });

/** The result of a script: null for undefined, and text for infinities, NaN, and negative zero (wire facts 9). */
export const ScriptResult = record({}, { result: z.unknown() });

/** The identity of a device as apps see it; `identifiers` and `carrier` are private, never logged or shown (wire facts 9). */
export const Fingerprint = record(
  {},
  {
    model: record(
      {},
      {
        brand: z.string(),
        manufacturer: z.string(),
        model: z.string(),
        device: z.string(),
        hardware: z.string(),
        aospVersion: z.string(),
        imageRepository: z.string(),
      },
    ),
    display: record({}, { width: z.int(), height: z.int(), densityDpi: z.int() }),
    identifiers: OpenObject,
    carrier: OpenObject,
  },
);
