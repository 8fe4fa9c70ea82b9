import { actionRoom } from './actions/room.ts';
import { agentRoom } from './agents/room.ts';
import { appRoom } from './apps/room.ts';
import { deviceRoom } from './devices/room.ts';
import { executionRoom } from './executions/room.ts';
import { flowRoom } from './flows/room.ts';
import { mailboxRoom } from './mailboxes/room.ts';
import { taskRoom } from './tasks/room.ts';
import { triggerRoom } from './triggers/room.ts';
import { webhookRoom } from './webhooks/room.ts';
import type { Room } from './room.ts';

export const rooms: readonly Room[] = [
  actionRoom,
  flowRoom,
  triggerRoom,
  executionRoom,
  deviceRoom,
  mailboxRoom,
  webhookRoom,
  taskRoom,
  agentRoom,
  appRoom,
];
