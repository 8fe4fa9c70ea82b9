import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { timestamp } from '../clock.ts';
import { escaped } from '../home/escaped.ts';
import { page } from '../home/page.ts';
import type { Service } from '../service.ts';
import type { StoredConnection } from '../store/stored.ts';

interface Answer {
  readonly address: string;
  readonly binding: string;
  readonly decision: string;
}

/**
 * The page on which a person lets the sandbox read a Gmail inbox. It holds the secret of the browser that began
 * the connection against `bindingHash` (spec 4.1): from the link's `binding`, or typed in.
 */
export function consentPages(service: Service): Hono {
  const pages = new Hono();
  pages.get('/mailboxes/connect', context => {
    const { state = '', binding = '' } = context.req.query();
    const link = follow(service, state);
    return link.ended
      ? context.html(link.html, link.status)
      : context.html(form(link.connection, binding, ''));
  });
  pages.post('/mailboxes/connect', async context => {
    const { state = '' } = context.req.query();
    const link = follow(service, state);
    if (link.ended) return context.html(link.html, link.status);
    const body = await context.req.parseBody();
    const text = (name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '');
    const answer = { address: text('address'), binding: text('binding'), decision: text('decision') };
    const { connection } = link;
    const problem = problemOf(service, connection, answer);
    if (problem) return context.html(form(connection, answer.binding, problem, answer.address), 400);
    return context.html(settle(service, connection, answer));
  });
  return pages;
}

type Link =
  | { readonly ended: false; readonly connection: StoredConnection }
  | { readonly ended: true; readonly html: string; readonly status: 200 | 404 | 410 };

// Where a link leads: to a connection that waits for consent, or to a page that says why there is none.
function follow({ store }: Service, token: string): Link {
  const connection = token === '' ? undefined : store.connections.all({ token })[0];
  const ended = (status: 200 | 404 | 410, title: string, sentence: string): Link => ({
    ended: true,
    html: notice(title, sentence),
    status,
  });
  switch (connection?.status) {
    case 'pending':
      return { ended: false, connection };
    case 'active':
      return ended(200, 'Already connected', 'This inbox is connected. You can close this page.');
    case 'expired':
      return ended(410, 'This link has expired', 'Connect the inbox again to get a new one.');
    case 'removed':
      return ended(410, 'This connection was removed', 'Connect the inbox again to get a new link.');
    case undefined:
      return ended(404, 'Unknown link', 'Open the link exactly as it was given to you.');
  }
}

function problemOf(
  { store }: Service,
  { bindingHash }: StoredConnection,
  { address, binding, decision }: Answer,
): string | undefined {
  if (decision !== 'allow' && decision !== 'deny') return 'Choose whether to allow it.';
  if (bindingHash !== null && !fits(binding, bindingHash))
    return 'This browser did not begin the connection: the secret does not fit.';
  if (decision === 'deny') return undefined;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return 'Enter an address such as name@gmail.example.';
  const taken = store.mailboxes
    .all()
    .some(mailbox => mailbox.address?.toLowerCase() === address.toLowerCase());
  return taken ? 'This address is already connected.' : undefined;
}

function fits(secret: string, bindingHash: string): boolean {
  const given = createHash('sha256').update(secret).digest();
  return timingSafeEqual(given, Buffer.from(bindingHash, 'hex'));
}

function settle(
  { store, clock }: Service,
  connection: StoredConnection,
  { address, decision }: Answer,
): string {
  if (decision === 'deny') {
    store.connections.put({ ...connection, status: 'removed' });
    return notice('Not connected', 'Nothing was connected. You can close this page.');
  }
  store.transaction(() => {
    store.connections.put({ ...connection, status: 'active', address });
    store.mailboxes.put({
      id: connection.mailboxId,
      address,
      label: connection.label ?? address,
      status: 'active',
      billingMode: 'included',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      checkoutUrl: null,
      checkoutExpiresAt: null,
      domainId: null,
      inboundMessages: null,
      createdAt: timestamp(clock),
    });
  });
  return notice('Connected', `${address} is connected. You can close this page.`);
}

function notice(title: string, sentence: string): string {
  return page(title, `<p>${escaped(sentence)}</p>`);
}

function form(
  { token, label, bindingHash }: StoredConnection,
  binding: string,
  problem: string,
  address = '',
): string {
  const secret =
    bindingHash === null
      ? ''
      : binding
        ? `<input type="hidden" name="binding" value="${escaped(binding)}">`
        : `<label>Secret of the connection<input name="binding" autocomplete="off" required></label>
<p class="quiet">It was shown to you, or kept by the program, that began the connection.</p>`;
  return page(
    'Connect a Gmail inbox',
    `${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ''}
<p>The sandbox asks to <strong>read the messages</strong> of an inbox${label === null ? '' : `, as “${escaped(label)}”`}.
No real account is touched: any address will do, and mail is delivered by the sandbox only.</p>
<form method="post" action="?state=${escaped(token)}">
<label>Gmail address<input name="address" type="email" value="${escaped(address)}" placeholder="name@gmail.example" autocomplete="off" autofocus></label>
${secret}
<div class="buttons"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="second" formnovalidate>Deny</button></div>
</form>`,
  );
}
