import type { Feature } from '../feature.ts';
import { agentSteps } from './steps.ts';

/** The part of the sandbox for agents, used only as flow steps. */
export const agentFeature: Feature = { handlers: {}, steps: agentSteps };
