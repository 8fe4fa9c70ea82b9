import { escapeHtml, htmlPage } from '../../runtime/htmlPage.ts';
import type { StoredConnection } from '../../store/stored.ts';

/** A validation error of the consent form. */
export interface ConsentProblem {
  readonly field: 'address' | 'binding' | 'decision';
  readonly sentence: string;
}

/** The content of the consent form. */
interface ConsentForm {
  readonly connection: StoredConnection;
  readonly token: string;
  /** The secret if it is known and valid; empty if the user must enter it. */
  readonly binding: string;
  /** The address entered before. */
  readonly address?: string;
  readonly problem?: ConsentProblem;
}

const ENVELOPE = `<svg class="mark" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><rect x="2.75" y="5" width="18.5" height="14" rx="2.5"/><path d="m3.5 7 8.5 6.25L20.5 7"/></svg>`;

/** Returns the HTML page on which the user allows or denies access. */
export function consentForm({ connection, token, binding, address = '', problem }: ConsentForm): string {
  const { label, expiresAt } = connection;
  const named = label === null || label === '' ? '' : ` The inbox will be listed as “${escapeHtml(label)}”.`;
  const wrong = (field: ConsentProblem['field']): string =>
    problem?.field === field ? ' aria-invalid="true" aria-describedby="problem" autofocus' : '';
  const first = problem ? wrong('address') : ' autofocus';
  return htmlPage(
    'Connect a Gmail inbox',
    `${ENVELOPE}<p>A program asks for permission to</p>
<ul><li>read the messages of one inbox, and those that arrive</li><li>find one-time passcodes in them</li></ul>
<p class="quiet">It cannot send, change or delete anything. This is a sandbox: no account of yours is touched, any
address will do, and mail comes from the sandbox only.${named}</p>
${problem ? `<p class="problem" id="problem" role="alert">${escapeHtml(problem.sentence)}</p>` : ''}
<form method="post" action="?state=${escapeHtml(encodeURIComponent(token))}">
<label for="address">Gmail address</label>
<input id="address" name="address" type="email" value="${escapeHtml(address)}" placeholder="name@gmail.example" maxlength="254" autocomplete="off" required${first}>
${secret(connection, binding, wrong('binding'))}
<div class="buttons"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="second" formnovalidate>Deny</button></div>
</form>
<p class="quiet">The link works once, until <time datetime="${escapeHtml(expiresAt)}">${expiresAt.slice(11, 16)} UTC</time>.</p>`,
  );
}

/** Returns an HTML page with only a message. */
export function consentNotice(kind: 'done' | 'ended' | 'refused', title: string, sentence: string): string {
  return htmlPage(title, `${ENVELOPE}<p class="${kind}" role="status">${escapeHtml(sentence)}</p>`);
}

function secret({ bindingHash }: StoredConnection, binding: string, wrong: string): string {
  if (bindingHash === null) return '';
  if (binding !== '') return `<input type="hidden" name="binding" value="${escapeHtml(binding)}">`;
  return `<label for="binding">Secret of the connection</label>
<p class="quiet" id="hint">The program that began the connection keeps it, or showed it to you.</p>
<input id="binding" name="binding" type="password" autocomplete="off" required${wrong || ' aria-describedby="hint"'}>`;
}
