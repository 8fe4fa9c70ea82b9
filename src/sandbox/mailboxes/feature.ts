import type { Feature } from '../feature.ts';
import { backendHandlers } from './backend.ts';
import { connectHandlers, expireJob, forgetUnfinished } from './connect.ts';
import { consentPages } from './consentPage.ts';
import { deliverHandlers } from './deliver.ts';
import { mailboxHandlers } from './handlers.ts';
import { mailboxSteps } from './steps.ts';

/** The part of the sandbox for mailboxes, their messages and connections. */
export const mailboxFeature: Feature = {
  handlers: { ...mailboxHandlers, ...connectHandlers, ...backendHandlers, ...deliverHandlers },
  jobs: [expireJob],
  steps: mailboxSteps,
  resume: forgetUnfinished,
  pages: consentPages,
};
