import { Command, ContextKey, SECTION, View } from '../manifest.ts';

interface ViewContribution {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly contextualTitle: string;
  readonly type?: 'webview';
  readonly visibility?: 'collapsed';
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
    view(View.flows, 'Flows'),
    view(View.actions, 'Actions'),
    view(View.devices, 'Devices'),
    view(View.device, 'Device', { type: 'webview', ...COLLAPSED, when: ContextKey.deviceChosen }),
    view(View.apps, 'Apps', COLLAPSED),
    view(View.credentials, 'Credentials', COLLAPSED),
    view(View.mailboxes, 'Mailboxes', COLLAPSED),
    view(View.webhooks, 'Webhooks', COLLAPSED),
    view(View.activity, 'Activity', COLLAPSED),
    view(View.sandbox, 'Sandbox', { ...COLLAPSED, when: ContextKey.sandboxRunning }),
  ],
};

const SWITCH = `[Switch Connection](command:${Command.switchConnection})`;
const START = `[Start Sandbox](command:${Command.startSandbox})`;
const ADD = `[Add Connection](command:${Command.addConnection})`;

const GET_STARTED = [
  'Browse the actions that flows are made of.',
  START,
  'The sandbox is a local service with demo data. No account needed.',
  ADD,
  'Connect to your own service with its address and an API key.',
  '[Get started](command:workbench.action.openWalkthrough?%22cloud-device-automation.cloud-device-automation%23start%22) step by step.',
];

/** The contents of views that have nothing else to show. */
export const viewsWelcome: readonly Welcome[] = [
  ...withoutConnection(View.actions, GET_STARTED),
  ...withoutConnection(
    View.flows,
    'Start the sandbox, a local service with demo data, or connect to your own service.',
  ),
  ...withoutConnection(View.devices, 'See your cloud phones and control them.'),
  ...withoutConnection(View.apps, 'Upload apps and install them on your cloud phones.'),
  ...withoutConnection(View.credentials, 'Keep the names and passwords with which tasks sign in to apps.'),
  ...withoutConnection(View.activity, 'See what is running, what ran, and every request to the service.'),
  ...withoutConnection(View.mailboxes, 'Read the messages of your mailboxes and copy their passcodes.'),
  {
    view: View.mailboxes,
    when: `${ContextKey.session} == open && ${ContextKey.noMailboxes}`,
    contents: `There are no mailboxes yet. Connect one to read its messages here and copy their passcodes.\n[Connect Gmail Mailbox](command:${Command.connectMailbox})`,
  },
  ...withoutConnection(View.webhooks, 'See your webhook endpoints, their health and their deliveries.'),
];

function view(id: string, name: string, more: Partial<ViewContribution> = {}): ViewContribution {
  return { id, name, icon: 'media/activity.svg', contextualTitle: 'Cloud Devices', ...more };
}

/** Returns the contents without a usable connection; `intro` may be only a sentence about the view. */
function withoutConnection(view: string, intro: string | readonly string[]): Welcome[] {
  const welcome = (when: string, lines: readonly string[]): Welcome => ({
    view,
    when,
    contents: lines.join('\n'),
  });
  return [
    welcome(
      `!${ContextKey.session} || ${ContextKey.session} == none`,
      typeof intro === 'string' ? [intro, START, ADD] : intro,
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
