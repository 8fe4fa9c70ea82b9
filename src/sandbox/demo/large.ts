import type { Action } from '../../contract/records/action.ts';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import { demoCatalogEntryId, demoCatalog } from './demoCatalog.ts';
import { demoDevices } from './devices.ts';
import { type DemoFlow, type DemoStep, flowOf } from './flows.ts';
import { messageOf } from './messages.ts';
import type { StoredDevice, StoredMessage } from '../store/stored.ts';
import { type RandomChoices, randomChoices } from './random.ts';

/**
 * The number of records in the seed `large`, including the demo data. Of the mailboxes that the seed adds, the last has
 * `messages`, every other one `messagesElsewhere`.
 */
export const LARGE = {
  actions: 5000,
  devices: 500,
  flows: 1000,
  mailboxes: 50,
  messages: 2000,
  messagesElsewhere: 3,
} as const;

/** The input of the generators, which determines their output. */
interface LargeSeed {
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const AREAS = [
  'Checkout',
  'Sign-up',
  'Search',
  'Profile',
  'Support',
  'Payments',
  'Delivery',
  'Onboarding',
] as const;
const STATES = [
  'ready',
  'ready',
  'ready',
  'assigned',
  'stopped',
  'maintenance',
  'rebooting',
  'unknown',
] as const;
const COUNTRIES = ['US', 'BR', 'FR', 'DE', 'IN', 'JP', 'KR', 'ZA'] as const;

/** Generates saved actions from the demo catalog, each with a unique name. */
export function* largeActions(count: number, { seed, now }: LargeSeed): Generator<Action> {
  for (let index = 0; index < count; index++) {
    const random = randomChoices(seed, `action:${index}`);
    const demo = demoCatalog[index % demoCatalog.length];
    if (!demo) return;
    const { service, method, name, description, params, paramsSchema, outputSchema } = demo;
    const createdAt = minutesAgo(now, 60 + index * 7);
    yield {
      id: stableId(`action:large:${index}`),
      catalogEntryId: demoCatalogEntryId(method),
      name: `${random.pick(AREAS)}: ${name} ${number(index, 4)}`,
      description,
      service,
      method,
      ...(params === undefined ? {} : { params }),
      ...(paramsSchema === undefined ? {} : { paramsSchema }),
      outputSchema,
      createdAt,
      updatedAt: minutesAgo(now, random.integer(0, 60 + index * 7)),
      ...OWNED,
    };
  }
}

/** Generates devices like the demo ones, in many countries and states. */
export function* largeDevices(count: number, { seed, now }: LargeSeed): Generator<StoredDevice> {
  const models = demoDevices(now).filter(({ state }) => state !== 'disconnected');
  for (let index = 0; index < count; index++) {
    const random = randomChoices(seed, `device:${index}`);
    const model = models[index % models.length];
    if (!model) return;
    const createdAt = minutesAgo(now, 60 + index * 11);
    yield {
      ...model,
      id: stableId(`device:large:${index}`),
      name: `${model.name ?? 'Device'} ${number(index, 3)}`,
      state: random.pick(STATES),
      createdAt,
      assignedAt: createdAt,
      updatedAt: minutesAgo(now, random.integer(0, 60 + index * 11)),
      sandbox: { ...model.sandbox, country: random.pick(COUNTRIES) },
    };
  }
}

/** Generates flows with two to six steps, a third of them enabled, some failing or blocked. */
export function* largeFlows(count: number, { seed, now }: LargeSeed): Generator<DemoFlow> {
  for (let index = 0; index < count; index++) {
    const random = randomChoices(seed, `flow:${index}`);
    const minutes = 60 + index * 13;
    const enabled = index % 3 === 0;
    const failures = enabled ? random.pick([0, 0, 0, 0, 0, 0, 2, 5]) : 0;
    const failedAt = failures === 0 ? null : minutesAgo(now, random.integer(1, minutes));
    yield {
      flow: flowOf(stableId(`flow:large:${index}`), minutesAgo(now, minutes), {
        name: `${random.pick(AREAS)} flow ${number(index, 4)}`,
        enabled,
        status: failures === 0 ? 'healthy' : failures < 5 ? 'failing' : 'blocked',
        consecutiveFailures: failures,
        lastFailureAt: failedAt,
        lastFailureCode: failedAt === null ? null : 'logic',
        lastTriggeredAt: failedAt,
        blockedAt: failures < 5 ? null : failedAt,
      }),
      steps: largeSteps(random),
    };
  }
}

/** Generates allocated mailboxes, each with its count of inbound messages. */
export function* largeMailboxes(count: number, { seed, now }: LargeSeed): Generator<Mailbox> {
  for (let index = 0; index < count; index++) {
    const random = randomChoices(seed, `mailbox:${index}`);
    const resetsAt = daysAgo(now, -random.integer(1, 30));
    const used = index === count - 1 ? LARGE.messages : random.integer(LARGE.messagesElsewhere, 4999);
    yield {
      id: largeMailboxId(index),
      address: `box-${number(index, 2)}@inbox.example`,
      label: `${random.pick(AREAS)} box ${index}`,
      status: 'active',
      billingMode: 'rent',
      provider: 'matix',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: resetsAt,
      checkoutUrl: null,
      checkoutExpiresAt: null,
      domainId: null,
      inboundMessages: { included: 5000, used, exhausted: false, resetsAt },
      createdAt: daysAgo(now, random.integer(1, 300)),
    };
  }
}

/** Generates the messages of the large mailboxes: few in each, many in the last. */
export function* largeMessages(mailboxes: number, large: LargeSeed): Generator<StoredMessage> {
  for (let box = 0; box < mailboxes; box++) {
    const count = box === mailboxes - 1 ? LARGE.messages : LARGE.messagesElsewhere;
    for (let index = 0; index < count; index++) {
      yield largeMessage(box, index, randomChoices(large.seed, `message:${box}:${index}`), large.now);
    }
  }
}

function largeMessage(box: number, index: number, random: RandomChoices, now: number): StoredMessage {
  const hasOtp = index % 4 === 0;
  const area = random.pick(AREAS);
  const code = number(random.integer(0, 999_999), 6);
  const inSubject = hasOtp && index % 8 === 0;
  return messageOf(`large:${box}:${index}`, largeMailboxId(box), {
    fromAddress: `${area.toLowerCase()}-${random.integer(1, 17)}@mail.example`,
    subject: inSubject ? `Your code is ${code}` : `${area} news, number ${index}`,
    body: hasOtp && !inSubject ? `Enter ${code} to go on.` : `What is new in ${area}, part ${index}.`,
    hasOtp,
    receivedAt: minutesAgo(now, index * 3 + 1),
  });
}

function largeMailboxId(index: number): string {
  return stableId(`mailbox:large:${index}`);
}

function number(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

type CreateStep = (random: RandomChoices) => DemoStep;

const STEPS: readonly [CreateStep, ...CreateStep[]] = [
  random => ({
    method: 'device.tap',
    params: { target: { x: random.integer(0, 1079), y: random.integer(0, 2399) } },
  }),
  random => ({
    method: 'device.swipe',
    params: { gesture: { direction: random.pick(['up', 'down', 'left', 'right']) } },
  }),
  random => ({ method: 'device.typeText', params: { text: `order ${random.integer(1, 9999)}` } }),
  random => ({
    method: 'device.setLocation',
    params: { latitude: random.integer(-80, 80), longitude: random.integer(-179, 179) },
  }),
  random => ({ method: 'device.screenshot', params: { name: `screen-${random.integer(1, 99)}` } }),
  random => ({ method: 'flow.wait', params: { seconds: random.integer(1, 20) } }),
  random => ({ method: 'task.run', params: { task: `Open item ${random.integer(1, 50)} of the list.` } }),
  random => ({
    method: 'flow.repeat',
    params: { times: random.integer(2, 5) },
    children: [{ method: 'device.globalAction', params: { button: 'back' } }],
  }),
];

// Returns two to six valid steps that use the demo catalog.
function largeSteps(random: RandomChoices): readonly DemoStep[] {
  return Array.from({ length: random.integer(2, 6) }, () => random.pick(STEPS)(random));
}
