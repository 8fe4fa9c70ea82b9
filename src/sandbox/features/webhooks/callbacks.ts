import { Hono } from 'hono';
import { parseJsonOrUndefined } from '../../../util/jsonText.ts';
import type { Service } from '../../runtime/service.ts';

const MAX_BODY_LENGTH = 64 * 1024;

/** Creates the routes at which steps wait for one call each; the URL contains a secret, so they need no key. */
export function callbackPages({ store, events }: Service): Hono {
  const pages = new Hono();
  pages.post('/callbacks/:token', async context => {
    const token = context.req.param('token');
    const text = await context.req.text();
    if (text.length > MAX_BODY_LENGTH) return context.json({ error: 'The body is too long.' }, 413);
    return store.transaction(() => {
      const callback = store.callbacks.get(token);
      if (!callback) return context.json({ error: 'No step waits for this call.' }, 404);
      if (callback.called) return context.json({ error: 'This call was already made.' }, 409);
      const body = parseBody(text);
      store.callbacks.put({ ...callback, called: true, body });
      events.emit('callback.received', { token });
      const payload = typeof body === 'object' && body !== null ? { body } : {};
      events.emitAppEvent('webhook', 'app.webhook.received', null, payload);
      return context.json({ received: true });
    });
  });
  return pages;
}

/** Parses a request body: a JSON value, otherwise text, or null if empty. */
export function parseBody(text: string): unknown {
  if (text === '') return null;
  const value = parseJsonOrUndefined(text);
  return value === undefined ? text : value;
}
