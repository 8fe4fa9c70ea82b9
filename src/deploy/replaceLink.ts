import type { FlowLink } from '../flow/deploy/flowLink.ts';
import type { FlowSource } from '../flow/deploy/flowSource.ts';
import { canonicalJson } from '../flow/schema/equal.ts';
import type { DeployContext } from './deployContext.ts';

/** Replaces a link if it is still the known one. Throws if another window has changed it since. */
export async function replaceLink(
  { links }: Pick<DeployContext, 'links'>,
  { key, path }: Pick<FlowSource, 'key' | 'path'>,
  known: FlowLink | undefined,
  link: FlowLink | undefined,
  done = 'Nothing was changed on the service.',
): Promise<void> {
  await links.update(key, now => {
    if (isSameLink(now, link)) return now;
    if (isSameLink(now, known)) return link;
    throw new Error(
      `The link of ${path} was changed in another window meanwhile. ${done} Run the command again.`,
    );
  });
}

/** True if two links are stored as the same text. */
export function isSameLink(link: FlowLink | undefined, other: FlowLink | undefined): boolean {
  return toStoredText(link) === toStoredText(other);
}

/** Returns the stored form of a link, which omits undefined fields. */
function toStoredText(link: FlowLink | undefined): string {
  return canonicalJson(JSON.parse(JSON.stringify(link ?? null)));
}
