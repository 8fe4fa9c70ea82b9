import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { timestamp } from '../../runtime/clock.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredConnection } from '../../store/stored.ts';
import { linkHash } from './connect.ts';
import { externalMailbox } from './findMailbox.ts';
import { consentForm, consentNotice, type ConsentProblem } from './consentForm.ts';

type Status = 200 | 400 | 403 | 404 | 409 | 410;

/** A page with its HTTP status. */
interface Page {
  readonly html: string;
  readonly status: Status;
}

interface Answer {
  readonly address: string;
  readonly binding: string;
  readonly decision: string;
}

/**
 * Creates the pages on which the user grants access to a Gmail inbox. They check the secret of the browser that started
 * the connection, from the link's `binding` or entered by the user, against `bindingHash` (spec 4.1).
 */
export function consentPages(service: Service): Hono {
  const pages = new Hono();
  pages.get('/mailboxes/connect', context => {
    const { state = '', binding = '' } = context.req.query();
    const { html, status } = openForm(service, state, binding);
    return context.html(html, status);
  });
  pages.post('/mailboxes/connect', async context => {
    const { state = '' } = context.req.query();
    const form = new URLSearchParams(await context.req.text());
    const text = (name: string): string => form.get(name) ?? '';
    const answer = { address: text('address').trim(), binding: text('binding'), decision: text('decision') };
    const { html, status } = service.store.transaction(() => decide(service, state, answer));
    return context.html(html, status);
  });
  return pages;
}

function openForm(service: Service, token: string, binding: string): Page {
  const connection = findPending(service, token);
  if ('html' in connection) return connection;
  if (binding === '' || matchesBinding(connection, binding))
    return { html: consentForm({ connection, token, binding }), status: 200 };
  const sentence =
    'Another browser began this connection. Open the link there, or connect the inbox from here.';
  return { html: consentNotice('refused', 'Not your connection', sentence), status: 403 };
}

function decide(service: Service, token: string, answer: Answer): Page {
  const connection = findPending(service, token);
  if ('html' in connection) return connection;
  const { address, binding, decision } = answer;
  // Anyone with the link may deny; only the browser that started the connection may allow.
  if (decision === 'deny') {
    service.store.connections.put({ ...connection, status: 'removed' });
    const sentence = 'Nothing was connected. You can close this page.';
    return { html: consentNotice('ended', 'Not connected', sentence), status: 200 };
  }
  const problem = findProblem(service, connection, answer);
  if (problem) {
    const knownBinding = matchesBinding(connection, binding) ? binding : '';
    const html = consentForm({ connection, token, binding: knownBinding, address, problem });
    return { html, status: problem.field === 'binding' ? 403 : 400 };
  }
  if (service.store.connections.all({ status: 'active' }).length > 0) {
    service.store.connections.put({ ...connection, status: 'removed' });
    const sentence =
      'An inbox was connected in the meantime, and this link is used up. You can close this page.';
    return { html: consentNotice('ended', 'Gmail is already connected', sentence), status: 409 };
  }
  activate(service, connection, address);
  const sentence = `${address} is connected. You can close this page.`;
  return { html: consentNotice('done', 'Connected', sentence), status: 200 };
}

/** The pages for links that can no longer be used, by the state of their connection. */
const ENDED = {
  expired: [410, 'This link has expired', 'Connect the inbox again to get a new one.'],
  active: [200, 'Already connected', 'The link was used, and the inbox is connected. Close this page.'],
  removed: [410, 'This link is used up', 'The connection was refused or removed. Connect the inbox again.'],
  unknown: [404, 'Unknown link', 'Open the link exactly as it was given to you.'],
} as const;

// Returns the pending connection of a link, or a page that explains why there is none.
function findPending({ store, clock }: Service, token: string): StoredConnection | Page {
  const connection = token === '' ? undefined : store.connections.all({ tokenHash: linkHash(token) })[0];
  const { status: state = 'unknown' } = connection ?? {};
  if (connection && state === 'pending' && connection.expiresAt > timestamp(clock)) return connection;
  const [status, title, sentence] = ENDED[state === 'pending' ? 'expired' : state];
  return { html: consentNotice(status === 200 ? 'done' : 'ended', title, sentence), status };
}

function findProblem(
  { store }: Service,
  connection: StoredConnection,
  { address, binding, decision }: Answer,
): ConsentProblem | undefined {
  if (decision !== 'allow') return { field: 'decision', sentence: 'Choose whether to allow it.' };
  if (!matchesBinding(connection, binding)) {
    const sentence = 'The secret does not fit: it is the one of the browser that began the connection.';
    return { field: 'binding', sentence };
  }
  if (address.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
    return { field: 'address', sentence: 'Enter an address such as name@gmail.example.' };
  const isUsed = store.mailboxes
    .all()
    .some(mailbox => mailbox.address?.toLowerCase() === address.toLowerCase());
  return isUsed ? { field: 'address', sentence: 'This address is already connected.' } : undefined;
}

function matchesBinding({ bindingHash }: StoredConnection, secret: string): boolean {
  if (bindingHash === null) return true;
  const digest = createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest, Buffer.from(bindingHash, 'hex'));
}

function activate({ store, clock }: Service, connection: StoredConnection, address: string): void {
  store.connections.put({ ...connection, status: 'active', address });
  const label = connection.label ?? address;
  const fields = { address, label, status: 'active', createdAt: timestamp(clock) };
  store.mailboxes.put(externalMailbox(connection, fields));
}
