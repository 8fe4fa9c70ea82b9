import type { NamedReference } from '../catalog.ts';

/** A mailbox with its ID for steps and its address for apps. */
export interface ChosenMailbox {
  readonly id: string;
  readonly address: string;
}

/** A platform that apps are made for. */
export type DevicePlatform = 'android' | 'ios';

/** A device, with its platform if it is known. */
export interface ChosenDevice extends NamedReference {
  readonly platform?: DevicePlatform | undefined;
}

/** The resources that the user chose for a new flow; undefined ones are filled in later. */
export interface ChosenReferences {
  readonly device?: ChosenDevice | undefined;
  readonly mailbox?: ChosenMailbox | undefined;
  readonly webhook?: NamedReference | undefined;
  /** The app to open; set only if the phone has it. */
  readonly formApp?: string | undefined;
}

/** The app with the form that the templates fill in, which every device of the sandbox has. */
export const FORM_APP = 'org.sandbox.form';

type Params = Readonly<Record<string, unknown>>;

/** A step of a template, with the ways to find its action and the wanted parameters. */
export interface TemplateStep {
  /** Methods of the action, the most likely first (spec 2.3). */
  readonly methods: readonly string[];
  /** If no action has one of the methods, the action name must contain one of these texts. */
  readonly words: readonly string[];
  readonly name?: string;
  /** The key by which expressions of other steps read it. */
  readonly key?: string;
  /** Ignored as a whole unless the schema of the action accepts them. An undefined one is left for the user. */
  readonly params?: Params | ((chosen: ChosenReferences) => Params);
  readonly children?: readonly TemplateStep[];
}

export interface FlowTemplate {
  readonly title: string;
  readonly description: string;
  /** The resources that its steps use besides a device. */
  readonly uses?: readonly ('mailbox' | 'webhook')[];
  readonly steps: readonly TemplateStep[];
}

const launch: TemplateStep = {
  methods: ['device.launchApp'],
  words: ['launch app', 'open app', 'start app'],
  params: ({ formApp, device }) => {
    const platform = device?.platform;
    if (formApp !== undefined) return { platform: platform ?? 'android', app: formApp, clearData: true };
    return platform === undefined ? {} : { platform };
  },
};
const screenshot: TemplateStep = { methods: ['device.screenshot'], words: ['screenshot', 'picture'] };
const wait: TemplateStep = { methods: ['flow.wait'], words: ['wait', 'pause'], params: { seconds: 2 } };
const closeKeyboard: TemplateStep = {
  methods: ['device.globalAction'],
  words: ['back'],
  name: 'Close the keyboard',
  params: { button: 'back' },
};
const notify: TemplateStep = { methods: ['webhooks.notify'], words: ['notify', 'alert'] };

function tap(name: string, target: Params): TemplateStep {
  return { methods: ['device.tap'], words: ['tap', 'click'], name, params: { target } };
}

function type(name: string, text: (chosen: ChosenReferences) => string | undefined): TemplateStep {
  return {
    methods: ['device.typeText'],
    words: ['type text', 'enter text', 'type'],
    name,
    params: chosen => ({ text: text(chosen) }),
  };
}

const field = (description: string): Params => ({ by: 'description', description });
const label = (text: string): Params => ({ by: 'text', text });

/** The templates, the simplest first. */
export const FLOW_TEMPLATES: readonly FlowTemplate[] = [
  {
    title: 'Look at an app',
    description: 'Opens an app, waits, and takes a screenshot.',
    steps: [launch, wait, { ...screenshot, params: { name: 'app' } }],
  },
  {
    title: 'Sign up with a passcode',
    description: 'Fills in a form, waits for the one-time passcode in a mailbox, and enters it.',
    uses: ['mailbox'],
    steps: [
      launch,
      tap('Select the name field', field('Name')),
      type('Enter the name', () => 'Ada Lovelace'),
      tap('Select the address field', field('E-mail')),
      type('Enter the address', ({ mailbox }) => mailbox?.address),
      tap('Select the password field', field('Password')),
      type('Enter the password', () => '{{execution.id}}'),
      closeKeyboard,
      tap('Accept the terms', label('I accept the terms')),
      tap('Submit the form', { by: 'resourceId', resourceId: `${FORM_APP}:id/submit` }),
      {
        methods: ['mailbox.waitForPasscode'],
        key: 'passcode',
        words: ['passcode', 'otp'],
        params: ({ mailbox }) => (mailbox ? { mailboxId: mailbox.id } : {}),
      },
      tap('Select the passcode field', field('Passcode')),
      type('Enter the passcode', () => '{{steps.passcode.body.code}}'),
      closeKeyboard,
      tap('Confirm the address', label('Confirm address')),
      // The result is below the edge of small screens.
      {
        methods: ['device.swipe'],
        words: ['swipe', 'scroll'],
        name: 'Scroll to the result',
        params: { gesture: { direction: 'up' } },
      },
      {
        methods: ['device.assertText'],
        words: ['check text', 'assert text'],
        name: 'Check that the address is confirmed',
        params: { contains: 'is confirmed' },
      },
      { ...screenshot, params: { name: 'signed-up' } },
    ],
  },
  {
    title: 'Go through a list',
    description: 'Opens each address in a list and takes a screenshot of the page.',
    steps: [
      {
        methods: ['flow.repeat'],
        words: ['repeat', 'for each', 'loop'],
        name: 'For each address',
        params: { items: ['https://example.com', 'https://example.org'] },
        children: [
          {
            methods: ['device.openUrl'],
            words: ['open address', 'open url', 'open link'],
            params: { url: '{{item}}' },
          },
          { ...screenshot, params: { name: 'page-{{index}}' } },
        ],
      },
    ],
  },
  {
    title: 'Check a location',
    description: 'Sets the GPS location, opens an app there, and resets the location.',
    steps: [
      {
        methods: ['device.setLocation'],
        words: ['set location', 'location'],
        params: { latitude: 52.52, longitude: 13.405 },
      },
      launch,
      { ...screenshot, params: { name: 'there' } },
      { methods: ['device.resetLocation'], words: ['reset location'] },
    ],
  },
  {
    title: 'Ask an agent',
    description: 'Gives an agent a task in plain language and sends a notification with the result.',
    steps: [
      { methods: ['task.run', 'agent.run'], key: 'task', words: ['run task', 'run agent'] },
      { ...notify, params: { title: 'The task is done', body: '{{steps.task.body.message}}' } },
    ],
  },
  {
    title: 'Forward to a webhook',
    description: 'Sends the trigger payload to one of your webhook endpoints.',
    uses: ['webhook'],
    steps: [
      {
        methods: ['webhooks.send'],
        words: ['send webhook'],
        params: ({ webhook }) => ({
          ...(webhook ? { webhookId: webhook.id } : {}),
          data: { payload: '{{event.payload}}' },
        }),
      },
    ],
  },
];
