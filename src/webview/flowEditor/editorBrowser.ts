import { flowEditorProtocol } from '../../protocol/flowEditor.ts';
import { connectHost } from '../common/connectHost.ts';
import type { EditorPort } from './editorPort.ts';

/** The browser APIs that the flow editor uses. */
export const editorBrowser: EditorPort = {
  connect: (shown, flush) => connectHost(flowEditorProtocol, shown, flush),
  focusedField: () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'],
  onCompose: heard => {
    document.addEventListener('compositionstart', () => heard(true));
    document.addEventListener('compositionend', () => heard(false));
  },
  onLeave: heard => {
    document.addEventListener('visibilitychange', heard);
    window.addEventListener('pagehide', heard);
    window.addEventListener('blur', heard);
  },
};
