import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  webhookReference,
} from '../../flow/namedReferences.ts';
import { triggerReference } from '../../flow/triggerReference.ts';
import type { NamedReference } from '../../flow/catalog.ts';
import { withoutPasscode } from '../../util/passcodes/passcode.ts';
import { mark, Marked, markIfAny, type Origin, token } from '../marked.ts';
import { connectionInput } from '../schemas.ts';
import { Uuid } from '../../contract/scalars.ts';
import { defineTool, type ToolContext, ToolError } from '../tool.ts';

const KINDS = [
  'flowFiles',
  'flows',
  'devices',
  'triggers',
  'mailboxes',
  'messages',
  'webhooks',
  'executions',
  'apps',
] as const;
const MAX_RECORDS = 50;

const RecordLine = z.object({
  id: z.string(),
  name: Marked,
  state: z.string().optional(),
  detail: Marked.optional(),
  at: z.string().optional(),
});
type RecordLine = z.output<typeof RecordLine>;

const Input = z.strictObject({
  ...connectionInput,
  kind: z.enum(KINDS),
  mailboxId: Uuid.optional().describe('The mailbox of messages.'),
  flowId: Uuid.optional().describe('The flow of executions.'),
  page: z.int().min(1).max(1000).default(1),
  limit: z.int().min(1).max(MAX_RECORDS).default(20),
});
type Input = z.output<typeof Input>;
interface Found {
  readonly records: RecordLine[];
  readonly total?: number | undefined;
  readonly hasMore: boolean;
}

/** Lists records of a connection. */
export const listRecords = defineTool({
  name: 'list_records',
  title: 'List Records',
  description:
    'List the records of a connection, or the flow files of the workspace: IDs, names, states and facts. Passcodes, addresses of endpoints and secrets are left out.',
  input: Input,
  output: z.object({
    records: z.array(RecordLine),
    total: z.int().optional(),
    hasMore: z.boolean(),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { kind: 'devices' },
  run: async (input, context) => ({ output: { ...(await read(input, context)) } }),
});

async function read(input: Input, { connection, files, signal }: ToolContext): Promise<Found> {
  const { kind, page, limit } = input;
  const { client } = connection;
  const options = { signal };
  const query = { page, pageSize: limit };
  switch (kind) {
    case 'flowFiles': {
      const paths = await files.list();
      const shown = paths.slice((page - 1) * limit, page * limit);
      const records = shown.map(path => ({ id: token(path) ?? '', name: mark('file', path, 1000) }));
      return { records, total: paths.length, hasMore: paths.length > page * limit };
    }
    case 'flows':
      return pageOf(await client.listFlows({ query }, options), flow => ({
        id: flow.id,
        name: mark('service', flow.name),
        state: flow.enabled === true ? 'enabled' : 'disabled',
        detail: markIfAny('service', flow.description),
        at: token(flow.lastTriggeredAt),
      }));
    case 'devices':
      return pageOf(await client.listDevices({ query }, options), device => ({
        ...named(deviceReference(device)),
        state: token(device.state),
      }));
    case 'triggers':
      return pageOf(await client.listTriggers({ query }, options), one => named(triggerReference(one)));
    case 'mailboxes':
      return pageOf(await client.listMailboxes({ query }, options), mailbox => ({
        ...named(mailboxReference(mailbox), 'mail'),
        state: token(mailbox.status),
      }));
    case 'webhooks':
      return pageOf(await client.listWebhooks({ query }, options), webhook => ({
        ...named(webhookReference(webhook), 'webhook'),
        state: token(webhook.state),
      }));
    case 'apps':
      return pageOf(await client.listApps({ query }, options), one => named(appReference(one)));
    case 'executions': {
      const { flowId } = input;
      const ofFlow = flowId === undefined ? {} : { flowId };
      const newest = { orderBy: 'startedAt', orderByDirection: 'desc' } as const;
      const reply = await client.listExecutions({ query: { ...query, ...newest, ...ofFlow } }, options);
      return pageOf(reply, execution => ({
        id: execution.id,
        name: mark('service', execution.flowName ?? 'Execution'),
        state: token(execution.status),
        detail: markIfAny('run', execution.error),
        at: token(execution.startedAt),
      }));
    }
    case 'messages':
      return messages(input, client, signal);
  }
}

async function messages({ mailboxId, limit }: Input, client: Client, signal: AbortSignal): Promise<Found> {
  if (mailboxId === undefined)
    throw new ToolError('Give the mailboxId of the messages; list_records with kind mailboxes has it.');
  const params = { mailboxId };
  const { value } = await client.listMailboxMessages({ params, query: { limit } }, { signal });
  // The subject can name the passcode of the preview.
  const shown = (value.items ?? []).slice(0, limit).map(message => withoutPasscode(message));
  const records = shown.map(message => ({
    id: token(message.id) ?? '',
    name: mark('mail', message.subject ?? ''),
    state: message.hasOtp === true ? 'hasPasscode' : undefined,
    detail: markIfAny('mail', [message.fromAddress, message.preview].filter(Boolean).join(': ')),
    at: token(message.receivedAt),
  }));
  return { records, hasMore: Boolean(value.nextCursor) };
}

function pageOf<T>(
  {
    value,
  }: {
    readonly value: {
      readonly items: readonly T[] | null;
      readonly pagination: { readonly total: number; readonly hasNext: boolean };
    };
  },
  line: (record: T) => RecordLine,
): Found {
  const { total, hasNext } = value.pagination;
  const records = (value.items ?? []).slice(0, MAX_RECORDS).map(record => {
    const described = line(record);
    return { ...described, id: token(described.id) ?? '' };
  });
  return { records, total, hasMore: hasNext };
}

function named({ id, name, detail }: NamedReference, origin: Origin = 'service'): RecordLine {
  return { id, name: mark(origin, name), detail: markIfAny(origin, detail) };
}
