import type { Room } from '../room.ts';
import { agentSteps } from './steps.ts';

/** Agents as steps of flows. */
export const agentRoom: Room = { handlers: {}, steps: agentSteps };
