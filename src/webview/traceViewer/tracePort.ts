import type { KeptTrace, TraceRequest, TraceState } from '../../protocol/traceViewer.ts';
import type { Host } from '../common/host.ts';

/** The browser APIs that the model of the trace viewer uses. */
export interface TracePort {
  /** True outside VS Code, where no flow file can be opened and no other run chosen. */
  readonly isStandalone?: boolean;
  readonly connect: (shown: (state: TraceState) => void) => Host<TraceRequest, TraceState, KeptTrace>;
  /** Returns the address of a decoded picture. */
  readonly openPicture: (png: Uint8Array) => Promise<string>;
  readonly closePicture: (url: string) => void;
}
