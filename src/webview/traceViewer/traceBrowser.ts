import { traceViewerProtocol } from '../../protocol/traceViewer.ts';
import { connectHost } from '../common/connectHost.ts';
import { openPicture } from '../common/openPicture.ts';
import type { TracePort } from './tracePort.ts';

/** The browser APIs that the trace viewer uses. */
export const traceBrowser: TracePort = {
  connect: shown => connectHost(traceViewerProtocol, shown),
  openPicture,
  closePicture: url => URL.revokeObjectURL(url),
};
