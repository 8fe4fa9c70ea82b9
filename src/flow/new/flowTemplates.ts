/** A step of a template: which action is meant, and what it is to do where that action can. */
export interface TemplateStep {
  /** Methods of the action, the likeliest first (spec 2.3). */
  readonly methods: readonly string[];
  /** Words that its name holds where no method is known; any one of them is enough. */
  readonly words: readonly string[];
  readonly name?: string;
  /** Left out as a whole where the action's schema does not take them. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TemplateStep[];
}

/** A flow to begin with. */
export interface FlowTemplate {
  readonly title: string;
  readonly description: string;
  readonly steps: readonly TemplateStep[];
}

const launch: TemplateStep = {
  methods: ['device.launchApp'],
  words: ['launch app', 'open app', 'start app'],
};
const tap: TemplateStep = { methods: ['device.tap'], words: ['tap', 'click'] };
const screenshot: TemplateStep = { methods: ['device.screenshot'], words: ['screenshot', 'picture'] };
const type: TemplateStep = { methods: ['device.typeText'], words: ['type text', 'enter text', 'type'] };
const wait: TemplateStep = { methods: ['flow.wait'], words: ['wait', 'pause'], params: { seconds: 2 } };
const notify: TemplateStep = { methods: ['webhooks.notify'], words: ['notify', 'alert'] };

/** The templates, the simplest first. */
export const FLOW_TEMPLATES: readonly FlowTemplate[] = [
  {
    title: 'Look at an app',
    description: 'opens an app, waits and takes a picture',
    steps: [launch, wait, { ...screenshot, params: { name: 'app' } }],
  },
  {
    title: 'Sign in with a passcode',
    description: 'opens an app, types an address and the one-time passcode that comes by mail',
    steps: [
      launch,
      { ...tap, name: 'Choose the address field' },
      { ...type, name: 'Type the address' },
      { methods: ['mailbox.waitForPasscode'], words: ['passcode', 'otp'] },
      { ...type, name: 'Type the passcode', params: { text: '{{steps[3].output.code}}' } },
    ],
  },
  {
    title: 'Go through a list',
    description: 'opens each address of a list and takes a picture of it',
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
    title: 'Check a place',
    description: 'sets the GPS position, looks at an app there and sets the position back',
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
    description: 'gives an agent a task in words and tells what came of it',
    steps: [
      { methods: ['task.run', 'agent.run'], words: ['run task', 'run agent'] },
      { ...notify, params: { title: 'The task is done', body: '{{steps[0].output.message}}' } },
    ],
  },
  {
    title: 'Answer a webhook',
    description: 'sends what started the flow on, and waits for an answer',
    steps: [
      {
        methods: ['webhooks.send'],
        words: ['send webhook'],
        params: { data: { name: '{{trigger.payload.name}}' } },
      },
      { methods: ['webhooks.waitForCallback'], words: ['callback'] },
    ],
  },
];
