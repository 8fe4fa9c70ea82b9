import { flowSteps } from './engine/flowSteps.ts';
import { runJob } from './engine/runJob.ts';
import { actionHandlers } from './features/actions/handlers.ts';
import { actionWrites } from './features/actions/writes.ts';
import { agentFileHandlers, agentFilePages, FILE_PATH } from './features/agents/files.ts';
import { agentSteps } from './features/agents/steps.ts';
import { appHandlers } from './features/apps/handlers.ts';
import { UPLOAD_PATH, uploadHandlers, uploadPages } from './features/apps/uploads.ts';
import { credentialHandlers } from './features/credentials/handlers.ts';
import { deviceControlHandlers } from './features/devices/control.ts';
import { deviceAppHandlers } from './features/devices/deviceApps.ts';
import { deviceHandlers } from './features/devices/handlers.ts';
import { deviceSettingHandlers } from './features/devices/deviceSettings.ts';
import { deviceFileHandlers } from './features/devices/files.ts';
import { fingerprintHandlers } from './features/devices/fingerprint.ts';
import { settleJob } from './features/devices/deviceState.ts';
import { lifecycleHandlers } from './features/devices/lifecycle.ts';
import { locationHandlers } from './features/devices/location.ts';
import { profileHandlers } from './features/devices/profiles.ts';
import { screenRecordingHandlers } from './features/devices/screenRecordings/handlers.ts';
import { dueJob, prepareJob } from './features/devices/screenRecordings/recordings.ts';
import { recordScreens } from './features/devices/screenRecordings/recordScreens.ts';
import { deviceSteps } from './features/devices/steps/deviceSteps.ts';
import { executionHandlers } from './features/executions/handlers.ts';
import { flowHandlers } from './features/flows/handlers.ts';
import { stepWrites } from './features/flows/stepWrites.ts';
import { templateContextHandlers } from './features/flows/templateContext.ts';
import { validationHandlers } from './features/flows/validation.ts';
import { verificationHandlers } from './features/flows/verification.ts';
import { flowWrites } from './features/flows/writes.ts';
import { backendHandlers } from './features/mailboxes/backend.ts';
import { checkoutPages } from './features/mailboxes/checkoutPage.ts';
import { connectHandlers, expireJob, forgetUnfinished } from './features/mailboxes/connect.ts';
import { consentPages } from './features/mailboxes/consentPage.ts';
import { mailboxHandlers } from './features/mailboxes/handlers.ts';
import { mailboxLifecycle } from './features/mailboxes/lifecycle.ts';
import { mailboxSteps } from './features/mailboxes/steps.ts';
import { recordDemoTasks } from './features/tasks/demoTasks.ts';
import { taskHandlers } from './features/tasks/handlers.ts';
import { taskJob } from './features/tasks/runTask.ts';
import { screenHandlers, screenPages } from './features/tasks/screens.ts';
import { taskSteps } from './features/tasks/steps.ts';
import { eventHandlers, handleEvents } from './features/triggers/appEvents.ts';
import { triggerHandlers } from './features/triggers/handlers.ts';
import { rescheduleAll, scheduleJob } from './features/triggers/schedule.ts';
import { triggerWrites } from './features/triggers/writes.ts';
import { callbackPages } from './features/webhooks/callbacks.ts';
import { deliverJob } from './features/webhooks/deliveries.ts';
import { webhookHandlers } from './features/webhooks/handlers.ts';
import { integrationHandlers } from './features/webhooks/integrations.ts';
import { notificationHandlers } from './features/webhooks/notifications.ts';
import { publishEvents } from './features/webhooks/publish.ts';
import { webhookSteps, webhookTrialSteps } from './features/webhooks/steps.ts';
import { webhookWrites } from './features/webhooks/writes.ts';
import type { Feature } from './runtime/feature.ts';
import type { Handlers } from './runtime/handler.ts';

export const features: readonly Feature[] = [
  { handlers: { ...actionHandlers, ...actionWrites } },
  { handlers: agentFileHandlers, steps: agentSteps, pages: agentFilePages, streamedPath: FILE_PATH },
  { handlers: { ...appHandlers, ...uploadHandlers }, pages: uploadPages, streamedPath: UPLOAD_PATH },
  { handlers: credentialHandlers },
  {
    handlers: {
      ...deviceHandlers,
      ...lifecycleHandlers,
      ...locationHandlers,
      ...deviceControlHandlers,
      ...deviceAppHandlers,
      ...deviceSettingHandlers,
      ...deviceFileHandlers,
      ...fingerprintHandlers,
      ...profileHandlers,
    },
    jobs: [settleJob],
    steps: deviceSteps,
  },
  { handlers: screenRecordingHandlers, jobs: [dueJob, prepareJob], start: recordScreens },
  { handlers: executionHandlers, jobs: [runJob], steps: flowSteps },
  {
    handlers: {
      ...flowHandlers,
      ...flowWrites,
      ...stepWrites,
      ...templateContextHandlers,
      ...validationHandlers,
      ...verificationHandlers,
    },
  },
  {
    handlers: { ...mailboxHandlers, ...mailboxLifecycle, ...connectHandlers, ...backendHandlers },
    jobs: [expireJob],
    steps: mailboxSteps,
    resume: forgetUnfinished,
    pages: service => consentPages(service).route('/', checkoutPages(service)),
  },
  {
    handlers: { ...taskHandlers, ...screenHandlers },
    resume: recordDemoTasks,
    jobs: [taskJob],
    steps: taskSteps,
    pages: screenPages,
  },
  {
    handlers: { ...triggerHandlers, ...triggerWrites, ...eventHandlers },
    jobs: [scheduleJob],
    resume: rescheduleAll,
    start: handleEvents,
  },
  {
    handlers: { ...webhookHandlers, ...integrationHandlers, ...webhookWrites, ...notificationHandlers },
    jobs: [deliverJob],
    steps: webhookSteps,
    trialSteps: webhookTrialSteps,
    pages: callbackPages,
    start: publishEvents,
  },
];

/** The handlers of all operations, except those that are created per sandbox, such as the control operations. */
export const handlers = features.reduce<Handlers>((all, feature) => ({ ...all, ...feature.handlers }), {});
