import { createHash } from 'node:crypto';

/** Returns a UUID derived from a name, so that demo files can refer to demo records. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`cloud-device-automation:${name}`).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
