import { readProxyPolicy } from '../../host/proxy.ts';
import type { ReceiverTools } from '../../appState/received.ts';
import { judgeReceived } from './judgeReceived.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';

/** The functions of the local receiver; replays use the proxy from VS Code's settings. */
export const receiverTools: ReceiverTools = {
  listen,
  verify: judgeReceived,
  async replay(delivery, url) {
    const { createDispatcher } = await import('../../client/dispatcher.ts');
    const dispatcher = createDispatcher(readProxyPolicy());
    try {
      return await replay(delivery, url, dispatcher);
    } finally {
      await dispatcher.close();
    }
  },
};
