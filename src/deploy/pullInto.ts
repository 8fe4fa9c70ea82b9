import type { FlowCatalog } from '../flow/catalog.ts';
import type { FlowDifference } from '../flow/compare/difference.ts';
import { createFlowFile, type PulledBody, pulledFile, comparePulled } from '../flow/deploy/pulledFile.ts';

/** The file that a flow is written into, with its operations. */
export interface PullTarget {
  /** Returns the text of the file; undefined only if it does not exist. */
  readonly read: () => Promise<string | undefined>;
  /** Asks before the given parts of the file are changed, or the whole file if undefined. */
  readonly agree: (differences: readonly FlowDifference[] | undefined) => Promise<boolean>;
  /** Replaces the text `before`. Resolves to false, with nothing written, if the file has another one now. */
  readonly write: (content: string, before: string | undefined) => Promise<boolean>;
  /** Stores the link, with this content as the deployed state. */
  readonly link: (content: string) => Promise<void>;
}

/**
 * Writes a flow into a file if they differ, then links them. If the file changed while the confirmation was open, asks
 * again.
 */
export async function pullInto(
  target: PullTarget,
  body: PulledBody,
  catalog: Pick<FlowCatalog, 'action'>,
): Promise<'declined' | 'same' | 'pulled'> {
  let text = await target.read();
  for (;;) {
    const differences = text === undefined ? undefined : comparePulled(text, body, catalog);
    const isSame = differences?.length === 0;
    if (text !== undefined && !isSame && !(await target.agree(differences))) return 'declined';
    const now = await target.read();
    if (now !== text) {
      text = now;
      continue;
    }
    const content =
      text !== undefined && differences ? pulledFile(text, body, differences) : createFlowFile(body);
    if (content !== text && !(await target.write(content, text))) {
      text = await target.read();
      continue;
    }
    await target.link(content);
    return isSame ? 'same' : 'pulled';
  }
}
