import { actionHandlers } from './actions/handlers.ts';
import { appHandlers } from './apps/handlers.ts';
import { deviceHandlers } from './devices/handlers.ts';
import { flowHandlers } from './flows/handlers.ts';
import type { Handlers } from './handler.ts';
import { mailboxHandlers } from './mailboxes/handlers.ts';

/** What the sandbox answers; operations without a handler answer 501. */
export const handlers: Handlers = {
  ...actionHandlers,
  ...flowHandlers,
  ...deviceHandlers,
  ...mailboxHandlers,
  ...appHandlers,
};
