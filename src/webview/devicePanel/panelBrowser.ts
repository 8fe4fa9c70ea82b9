import { devicePanelProtocol } from '../../protocol/devicePanel.ts';
import { connectHost } from '../common/connectHost.ts';
import type { PanelPort } from './panelPort.ts';

/** The browser APIs that the device panel uses. */
export const panelBrowser: PanelPort = {
  connect: shown => connectHost(devicePanelProtocol, shown),
  openPicture: async bytes => {
    const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/png' }));
    // Decoded first, so that switching pictures does not flicker.
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
    return url;
  },
  closePicture: url => URL.revokeObjectURL(url),
};
