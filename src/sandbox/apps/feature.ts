import type { Feature } from '../feature.ts';
import { appHandlers } from './handlers.ts';

/** The part of the sandbox for apps in cloud storage. */
export const appFeature: Feature = { handlers: appHandlers };
