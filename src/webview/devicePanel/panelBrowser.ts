import { devicePanelProtocol } from '../../protocol/devicePanel.ts';
import { connectHost } from '../common/connectHost.ts';
import type { PanelPort } from './panelPort.ts';

/** The browser that the page of a device is drawn in. */
export const panelBrowser: PanelPort = {
  connect: shown => connectHost(devicePanelProtocol, shown),
  openPicture: async bytes => {
    const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/png' }));
    // Decoded before it is shown, so that nothing flickers between two pictures.
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
    return url;
  },
  closePicture: url => URL.revokeObjectURL(url),
};
