import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';

/** Returns the new link of a file for its current link. Called again if another window wrote in the meantime. */
export type LinkChange = (link: FlowLink | undefined) => FlowLink | undefined;

/** Reads and changes the links of the active connection by file key. A change is stored once its promise resolves. */
export interface LinkPort {
  readonly all: () => Promise<FlowLinkTable>;
  /** Changes the link of a file, or removes it if `change` returns undefined. */
  readonly update: (key: string, change: LinkChange) => Promise<void>;
}
