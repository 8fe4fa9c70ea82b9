import { oneOf, type Shaped } from './shape.ts';

/** An act on a phone apart from its screen. */
export const phoneAct = oneOf(
  'openLink',
  'permission',
  'language',
  'timeZone',
  'profile',
  'copyClipboard',
  'pasteClipboard',
  'browseFiles',
);
export type PhoneAct = Shaped<typeof phoneAct>;

/** An act as menus show it. */
interface ListedAct {
  readonly act: PhoneAct;
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly title: string;
  /** The capability that it needs, if a single one. */
  readonly needs?: string;
  /** True if it makes sense for one device only. */
  readonly isSingle?: boolean;
}

/** The acts in display order. */
export const PHONE_ACTS: readonly ListedAct[] = [
  {
    act: 'openLink',
    label: 'Open Link…',
    icon: 'link-external',
    title: 'Open a web address or a deep link on the device',
    needs: 'apps',
  },
  {
    act: 'permission',
    label: 'Grant Permission…',
    icon: 'shield',
    title: 'Grant a permission to an app, or revoke it',
    needs: 'apps',
  },
  {
    act: 'language',
    label: 'Language…',
    icon: 'globe',
    title: 'Set the language of the device',
    needs: 'language',
  },
  {
    act: 'timeZone',
    label: 'Time Zone…',
    icon: 'clock',
    title: 'Set the time zone of the device',
    needs: 'time',
  },
  {
    act: 'profile',
    label: 'Profiles…',
    icon: 'account',
    title: 'Apply a profile to the device: its language, time zone, position, proxy, and identity',
  },
  {
    act: 'copyClipboard',
    label: 'Copy from Device',
    icon: 'copy',
    title: 'Copy the clipboard of the device to this computer',
    needs: 'clipboard',
    isSingle: true,
  },
  {
    act: 'pasteClipboard',
    label: 'Paste to Device',
    icon: 'clippy',
    title: 'Set the clipboard of the device to that of this computer',
    needs: 'clipboard',
  },
  {
    act: 'browseFiles',
    label: 'Browse Files…',
    icon: 'folder',
    title: 'Save, upload, and delete files of the device',
    needs: 'files',
    isSingle: true,
  },
];
