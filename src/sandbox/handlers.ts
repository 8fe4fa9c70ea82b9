import type { Handlers } from './handler.ts';
import { features } from './features.ts';

/** The handlers of all operations, except those that are created per sandbox, such as the control operations. */
export const handlers = Object.assign({}, ...features.map(feature => feature.handlers)) as Handlers;
