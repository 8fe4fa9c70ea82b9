import type { PanelRequest, PanelState } from '../../protocol/devicePanel.ts';
import type { Host } from '../common/host.ts';
import type { Look } from './panelModel.ts';

/** The browser around the page of a device, as far as its model needs it. */
export interface PanelPort {
  /** Connects the page to its host. */
  connect(shown: (state: PanelState) => void): Host<PanelRequest, PanelState, Look>;
  /** Makes a picture that the page can draw at once of the bytes of a PNG; answers its address. */
  openPicture(bytes: Uint8Array | ArrayBuffer): Promise<string>;
  /** Lets a picture go by its address. */
  closePicture(url: string): void;
}
