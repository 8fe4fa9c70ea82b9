import { type Case, explanation, type Explanation, quoted, type Rule, timeoutOf } from './explanation.ts';

/** The rules for mails, other services, and agents. */
export const serviceRules: readonly Rule[] = [
  explainMailbox,
  explainMail,
  explainRequest,
  explainDelivery,
  explainCallback,
  explainAgent,
];

function explainMailbox({ step }: Case): Explanation | undefined {
  if (!step.method.startsWith('mailbox.') || step.code !== 'invalid_config') return undefined;
  return explanation('noMailbox', 'The mailbox of this step does not exist.', {
    actions: ['Choose one of your mailboxes.'],
  });
}

function explainMail({ step }: Case): Explanation | undefined {
  if (step.method === 'mailbox.findMessage' && step.code === 'logic')
    return explanation('noMail', 'No mail in the mailbox meets the condition.', {
      actions: ['Wait for the mail before this step, or relax the condition.'],
    });
  if (step.method !== 'mailbox.waitForPasscode' || step.code !== 'transient') return undefined;
  const { from, mailboxId, pattern } = step.params ?? {};
  const mails = (step.mails ?? []).filter(mail => mail.mailboxId === mailboxId);
  const seconds = `${timeoutOf(step, 120)} seconds`;
  const fromWanted = mails.filter(mail => typeof from !== 'string' || isFrom(mail.from ?? '', from));
  const [right, other] = [fromWanted.at(-1), mails.at(-1)];
  if (right)
    return explanation(
      'mailWithoutPasscode',
      `A mail from ${quoted(right.from ?? 'an unknown sender')} arrived, but ${pattern === undefined ? 'it has no passcode' : `nothing in it matches ${quoted(pattern)}`}.`,
      {
        facts: [`Its subject is ${quoted(right.subject ?? '')}.`],
        actions: ['Check the mail and the pattern.'],
      },
    );
  if (other)
    return explanation(
      'otherSender',
      `A mail arrived from ${quoted(other.from ?? 'an unknown sender')}, not from ${quoted(from)}.`,
      { actions: [`Use ${quoted(other.from ?? '')} as the sender, or leave the sender out.`] },
    );
  const sender = typeof from === 'string' ? ` from ${quoted(from)}` : '';
  return explanation('noMail', `No mail${sender} arrived within ${seconds}.`, {
    actions: [
      'Check that the step before it really asks for the mail, and for this address.',
      'Allow more time.',
    ],
  });
}

// A sender may include a name, as in `Shop <no-reply@shop.example>`.
function isFrom(sender: string, wanted: string): boolean {
  const address = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
  return address.trim().toLowerCase() === wanted.toLowerCase();
}

function explainRequest({ step }: Case): Explanation | undefined {
  const request = step.requests?.at(-1);
  if (!request) return undefined;
  const host = quoted(URL.canParse(request.url) ? new URL(request.url).host : request.url);
  const { status, error } = request;
  if (error != null) {
    const isSlow = /no answer within|timed? ?out/i.test(error);
    return isSlow
      ? explanation('slowService', `${host} did not answer in time.`, {
          facts: [error],
          actions: ['Allow more time, or try again.'],
        })
      : explanation('unreachableService', `${host} cannot be reached.`, {
          facts: [error],
          actions: ['Check the address, and that the service runs.'],
        });
  }
  if (status == null || status < 400) return undefined;
  const facts =
    request.answer == null
      ? []
      : [
          `Its answer: ${quoted(typeof request.answer === 'string' ? request.answer : JSON.stringify(request.answer))}`,
        ];
  if (status >= 500)
    return explanation('failedService', `${host} has a problem of its own: it answered ${status}.`, {
      facts,
      actions: ['Try again later.'],
    });
  return explanation(
    'refusedRequest',
    `${host} refused the request: it answered ${status}${reasonOf(status)}.`,
    {
      facts,
      actions: [
        status === 401 || status === 403
          ? 'Check the credentials of the step.'
          : 'Check the address and the body of the request.',
      ],
    },
  );
}

function reasonOf(status: number): string {
  const reasons: Readonly<Record<number, string>> = {
    401: ' (not signed in)',
    403: ' (not allowed)',
    404: ' (not found)',
    429: ' (too many requests)',
  };
  return reasons[status] ?? '';
}

function explainDelivery({ step, error }: Case): Explanation | undefined {
  if (step.method !== 'webhooks.send' || step.code !== 'transient') return undefined;
  return explanation(
    'failedService',
    `The receiver of the webhook did not accept it: ${error.replace(/^The delivery failed: /, '')}`,
    { actions: ['Check that the receiver runs and answers with a 2xx status.'] },
  );
}

function explainCallback({ step }: Case): Explanation | undefined {
  if (step.method !== 'webhooks.waitForCallback' || step.code !== 'transient') return undefined;
  return explanation('noCallback', `Nobody called back within ${timeoutOf(step, 300)} seconds.`, {
    actions: ['Check that the address of the step is passed on and called.'],
  });
}

function explainAgent({ step, error }: Case): Explanation | undefined {
  const isAgent = step.method.startsWith('agent.') || step.method.startsWith('task.');
  if (!isAgent || (step.code !== 'logic' && step.code !== 'transient')) return undefined;
  return explanation('agent', `The agent could not do it: ${error}`, {
    actions: ['Describe the goal more precisely, or split it into smaller steps.'],
  });
}
