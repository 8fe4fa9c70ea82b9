import type { Room } from '../room.ts';
import { agentSteps } from './steps.ts';

/** The part of the sandbox for agents, used only as flow steps. */
export const agentRoom: Room = { handlers: {}, steps: agentSteps };
