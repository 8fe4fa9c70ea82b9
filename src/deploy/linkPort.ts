import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';

/** Makes the new link of a file from its present one. Called again when another window wrote meanwhile. */
export type LinkChange = (link: FlowLink | undefined) => FlowLink | undefined;

/** Reads and changes the links of the active connection by file key. A change is stored when its promise resolves. */
export interface LinkPort {
  readonly all: () => Promise<FlowLinkTable>;
  /** Changes the link of a file; undefined removes it. */
  readonly update: (key: string, change: LinkChange) => Promise<void>;
}
