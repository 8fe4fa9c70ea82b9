import { traceViewerProtocol } from '../../protocol/traceViewer.ts';
import { connectHost } from '../common/connectHost.ts';
import { blobOf } from '../common/bytes.ts';
import type { TracePort } from './tracePort.ts';

/** The browser APIs that the trace viewer uses. */
export const traceBrowser: TracePort = {
  connect: shown => connectHost(traceViewerProtocol, shown),
  openPicture: async png => {
    const url = URL.createObjectURL(blobOf(png));
    // Decoded first, so that switching screens does not flicker.
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
    return url;
  },
  closePicture: url => URL.revokeObjectURL(url),
};
