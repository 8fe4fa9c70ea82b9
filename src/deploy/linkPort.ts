import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';

/** Where links of the active connection are kept. A write has ended when its promise resolves. */
export interface LinkPort {
  readonly all: () => Promise<FlowLinkTable>;
  /** Puts a link in place of what was known of a file, or forgets the file. */
  readonly write: (path: string, link: FlowLink | undefined) => Promise<void>;
}
