import type { Device } from '../../contract/records/device.ts';

/** A phone that can be added or removed, or a line that explains something. */
export interface PhoneChoice {
  readonly name: string;
  readonly description: string;
  /** A sentence about what the user can do. */
  readonly advice: string;
  readonly icon?: string;
  /** A paragraph of the question before the phone is added. */
  readonly note?: string;
  readonly add?: (() => Promise<Device>) | undefined;
  readonly remove?: (() => Promise<void>) | undefined;
  /** Shows why the phone cannot be added. */
  readonly explain?: () => unknown;
}

/** The phones of one place. */
export interface PhoneGroup {
  readonly name: string;
  readonly choices: readonly PhoneChoice[];
}
