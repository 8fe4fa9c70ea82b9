import { Hono } from 'hono';
import { escapeHtml, htmlPage } from '../../runtime/htmlPage.ts';
import { checkoutPath, mailboxAt } from '../../records/mailboxState.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredMailbox } from '../../store/stored.ts';
import { paidMailbox } from './lifecycle.ts';

/** Creates the page on which a mailbox is paid for; in a sandbox, nobody pays anything. */
export function checkoutPages(service: Service): Hono {
  const pages = new Hono();
  pages.get('/mailboxes/checkout', context => {
    const mailbox = findUnpaid(service, context.req.query('state') ?? '');
    return mailbox ? context.html(checkoutForm(mailbox)) : context.html(OVER, 410);
  });
  pages.post('/mailboxes/checkout', context =>
    service.store.transaction(() => {
      const mailbox = findUnpaid(service, context.req.query('state') ?? '');
      if (!mailbox) return context.html(OVER, 410);
      service.store.mailboxes.put(paidMailbox(mailbox, service.clock.now()));
      return context.html(
        notice('done', 'Paid', `${mailbox.address ?? 'The mailbox'} is active. Close this page.`),
      );
    }),
  );
  return pages;
}

function checkoutForm({ address }: StoredMailbox): string {
  return htmlPage(
    'Pay for a mailbox',
    `<p>The mailbox ${escapeHtml(address ?? '')} is paid for monthly.</p>
<p class="quiet">This is a sandbox: nothing is paid.</p>
<form method="post"><div class="buttons"><button autofocus>Pay</button></div></form>`,
  );
}

function notice(kind: 'done' | 'refused', title: string, sentence: string): string {
  return htmlPage(title, `<p class="${kind}" role="status">${escapeHtml(sentence)}</p>`);
}

const OVER = notice(
  'refused',
  'Nothing to pay',
  'This mailbox was paid for or canceled, or the time for paying is over.',
);

function findUnpaid({ store, clock }: Service, token: string): StoredMailbox | undefined {
  return store.mailboxes
    .all()
    .map(mailbox => mailboxAt(mailbox, clock.now()))
    .find(({ status, checkoutUrl }) => status === 'awaiting_payment' && checkoutUrl === checkoutPath(token));
}
