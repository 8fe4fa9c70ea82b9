import type { FlowLink, FlowLinkTable } from '../flow/deploy/flowLink.ts';

/** Makes the new link of a file from the one it has. It may be asked again where another window wrote in between. */
export type LinkChange = (link: FlowLink | undefined) => FlowLink | undefined;

/** Where links of the active connection are kept, by the keys of files. A change has ended when its promise resolves. */
export interface LinkPort {
  readonly all: () => Promise<FlowLinkTable>;
  /** Changes what is known of a file; undefined forgets the file. */
  readonly update: (key: string, change: LinkChange) => Promise<void>;
}
