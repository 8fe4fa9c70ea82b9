/**
 * Runs in each window. VS Code receives each message of the extension host as a blob and reads it with a FileReader,
 * which is slow for many small messages. With these classes, sockets receive buffers, and a reader returns a buffer
 * immediately.
 */
export function receiveBuffers() {
  const { WebSocket, FileReader } = globalThis;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...values) {
      super(...values);
      this.binaryType = 'arraybuffer';
    }
  };
  globalThis.FileReader = class extends FileReader {
    readAsArrayBuffer(data) {
      if (data instanceof ArrayBuffer) this.onload({ target: { result: data } });
      else super.readAsArrayBuffer(data);
    }
  };
}
