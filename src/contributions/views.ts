import { Command, ContextKey, SECTION, View } from '../manifest.ts';

interface ViewContribution {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly contextualTitle: string;
  readonly visibility?: 'collapsed';
  /** The share of the height at first; 20 by default. */
  readonly initialSize?: number;
  readonly when?: string;
}

interface Welcome {
  readonly view: string;
  readonly when: string;
  readonly contents: string;
}

const COLLAPSED = { visibility: 'collapsed' } as const;

/** The views of the side bar. */
export const views: Readonly<Record<string, readonly ViewContribution[]>> = {
  [SECTION]: [
    view(View.flows, 'Flows', { initialSize: 800 }),
    view(View.devices, 'Devices', { initialSize: 300 }),
    view(View.mailboxes, 'Mailboxes', { initialSize: 100 }),
    view(View.activity, 'Activity', COLLAPSED),
    view(View.webhooks, 'Webhooks', COLLAPSED),
    view(View.apps, 'Apps', COLLAPSED),
    view(View.credentials, 'Credentials', COLLAPSED),
    view(View.actions, 'Actions', COLLAPSED),
    view(View.sandbox, 'Sandbox', { ...COLLAPSED, when: ContextKey.sandboxRunning }),
  ],
};

const SWITCH = `[Switch Connection](command:${Command.switchConnection})`;
const START = `[Start Sandbox](command:${Command.startSandbox})`;
const ADD = `[Add Connection](command:${Command.addConnection})`;

const BEGIN = `[Start the sandbox](command:${Command.startSandbox}) or [add a connection](command:${Command.addConnection}).`;

const GET_STARTED = [
  'Build flows that automate your cloud phones.',
  START,
  'The sandbox is a local service with demo data. No account needed.',
  ADD,
  'Connect to your own service with its address and an API key.',
  '[Get started](command:workbench.action.openWalkthrough?%22cloud-device-automation.cloud-device-automation%23start%22) step by step.',
];

/** The contents of views that have nothing else to show. */
export const viewsWelcome: readonly Welcome[] = [
  ...withoutConnection(View.flows, GET_STARTED),
  ...withoutConnection(View.actions, 'Browse the actions that flows are made of.'),
  ...withoutConnection(View.devices, 'See your cloud phones and control them.'),
  ...withoutConnection(View.apps, 'Upload apps and install them on your cloud phones.'),
  ...withoutConnection(View.credentials, 'Keep the names and passwords with which tasks sign in to apps.'),
  ...withoutConnection(View.activity, 'See what is running, what ran, and every request to the service.'),
  ...withoutConnection(View.mailboxes, 'Read the messages of your mailboxes and copy their passcodes.'),
  {
    view: View.mailboxes,
    when: `${ContextKey.session} == open && ${ContextKey.noMailboxes}`,
    contents: `There are no mailboxes yet. Connect or create one to read its messages here and copy their passcodes.\n[Connect Gmail Mailbox](command:${Command.connectMailbox})\n[New Mailbox](command:${Command.createMailbox})`,
  },
  ...withoutConnection(View.webhooks, 'See your webhook endpoints, their health and their deliveries.'),
];

function view(id: string, name: string, more: Partial<ViewContribution> = {}): ViewContribution {
  return { id, name, icon: 'media/activity.svg', contextualTitle: 'Cloud Devices', ...more };
}

/**
 * Returns the contents without a usable connection; `intro` may be only a sentence about the view, which gets no buttons
 * of its own.
 */
function withoutConnection(view: string, intro: string | readonly string[]): Welcome[] {
  const welcome = (when: string, lines: readonly string[]): Welcome => ({
    view,
    when,
    contents: lines.join('\n'),
  });
  return [
    welcome(
      `!${ContextKey.session} || ${ContextKey.session} == none`,
      typeof intro === 'string' ? [`${intro} ${BEGIN}`] : intro,
    ),
    welcome(`${ContextKey.session} == signedOut`, [
      "You are signed out. Your API key will be kept in your system's secret storage.",
      `[Sign In](command:${Command.signIn})`,
      SWITCH,
    ]),
    welcome(`${ContextKey.session} == rejected`, [
      'The service refused the API key. It may be revoked or expired.',
      `[Sign In Again](command:${Command.signIn})`,
      SWITCH,
    ]),
  ];
}
