import { plainFileName } from '../util/plainText.ts';

/** The theme of a screen. */
export type ScreenTheme = 'light' | 'dark';

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;
/** Windows takes these names for devices, also with an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** The sentence about a name that is no name of a picture. */
export const PICTURE_NAME_RULE =
  'Name a picture by 1 to 60 lowercase letters, digits, and hyphens, such as “welcome”. Names of devices of Windows, such as “con”, are reserved.';

/** Returns true for a name of a picture, which can be a part of a file name everywhere. */
export function isPictureName(name: string): boolean {
  return NAME.test(name) && !RESERVED.test(name);
}

/** Returns a name of a picture that is made of a text, and that no other picture has. */
export function pictureNameFrom(text: string, taken: readonly string[]): string {
  // Upper case first, which turns ß into two letters.
  const letters = text.toUpperCase().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = letters.match(/[a-z0-9]+/g) ?? [];
  const plain = words.join('-').slice(0, 50).replace(/-$/, '');
  const name = isPictureName(plain) ? plain : 'screen';
  const isFree = (one: string): boolean => !taken.includes(one);
  if (isFree(name)) return name;
  for (let count = 2; ; count++) if (isFree(`${name}-${count}`)) return `${name}-${count}`;
}

/** Returns the name of the file with a picture of a device name and a theme, such as `welcome.pixel-7.dark.png`. */
export function pictureFileName(name: string, deviceName: string, theme: ScreenTheme): string {
  const plain = plainFileName(deviceName.toLowerCase()).replaceAll(/^-+|-+$/g, '');
  return `${name}.${plain === '' ? 'device' : plain}.${theme}.png`;
}
