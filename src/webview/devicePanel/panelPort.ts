import type { PanelRequest, PanelState } from '../../protocol/devicePanel.ts';
import type { Host } from '../common/host.ts';
import type { ViewState } from './panelModel.ts';

/** The browser APIs that the model of the device panel uses. */
export interface PanelPort {
  /** Connects the webview to the extension. */
  connect(shown: (state: PanelState) => void): Host<PanelRequest, PanelState, ViewState>;
  /** Decodes PNG bytes; returns an object URL that can be drawn at once. */
  openPicture(bytes: Uint8Array | ArrayBuffer): Promise<string>;
  /** Releases an object URL. */
  closePicture(url: string): void;
}
