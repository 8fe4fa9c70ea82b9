import type { Own } from '../util/disposables.ts';
import { ActionStore } from './actionStore.ts';
import { AppStore, AppVersionLists } from './appStore.ts';
import { CredentialLists, CredentialPackageStore } from './credentialStore.ts';
import { ExecutionStore } from './executionStore.ts';
import { TaskStore } from './taskStore.ts';
import type { CatalogStore } from './catalogStore.ts';
import { type AddedDevices, DeviceStore, type IdsInFiles } from './deviceStore.ts';
import { FlowStore, StepLists } from './flowStore.ts';
import { followRuns } from './followRuns.ts';
import { MailboxStore, MessageLists } from './mailboxStore.ts';
import { type KeptMessageMarks, MessageMarks } from './messageMarks.ts';
import type { KeptPendingMailboxes } from './pendingMailbox.ts';
import { PendingMailboxStore } from './pendingMailboxStore.ts';
import type { Session } from './session.ts';
import { type CreatedWebhooks, DeliveryLists, WebhookStore } from './webhookStore.ts';

/** The locally stored data that supplements the lists of the service. */
interface Remembered {
  readonly addedDevices: AddedDevices;
  readonly createdWebhooks: CreatedWebhooks;
  readonly flowFileIds: IdsInFiles;
  readonly intents: KeptPendingMailboxes;
  readonly readMessages: KeptMessageMarks;
}

/** The stores of a connection, one per list of the service. */
export interface Stores {
  readonly actions: ActionStore;
  readonly flows: FlowStore;
  readonly steps: StepLists;
  readonly devices: DeviceStore;
  readonly apps: AppStore;
  readonly versions: AppVersionLists;
  readonly credentialPackages: CredentialPackageStore;
  readonly credentials: CredentialLists;
  readonly mailboxes: MailboxStore;
  readonly messages: MessageLists;
  readonly messageMarks: MessageMarks;
  readonly pendingMailboxes: PendingMailboxStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryLists;
  readonly executions: ExecutionStore;
  readonly tasks: TaskStore;
}

/** Creates the stores, which read nothing until used; `own` disposes them with the extension. */
export function openStores(
  own: Own,
  session: Session,
  { addedDevices, createdWebhooks, flowFileIds, intents, readMessages }: Remembered,
  catalog: CatalogStore,
): Stores {
  const mailboxes = own(new MailboxStore(session));
  const messages = own(new MessageLists(session));
  const flows = own(new FlowStore(session));
  const executions = own(new ExecutionStore(session));
  own(followRuns(executions, flows));
  return {
    actions: own(new ActionStore(session, catalog)),
    flows,
    steps: own(new StepLists(session)),
    devices: own(new DeviceStore(session, addedDevices, flowFileIds)),
    apps: own(new AppStore(session)),
    versions: own(new AppVersionLists(session)),
    credentialPackages: own(new CredentialPackageStore(session)),
    credentials: own(new CredentialLists(session)),
    mailboxes,
    messages,
    messageMarks: own(new MessageMarks(session, readMessages, messages)),
    pendingMailboxes: own(new PendingMailboxStore(session, intents, mailboxes)),
    webhooks: own(new WebhookStore(session, createdWebhooks, flowFileIds)),
    deliveries: own(new DeliveryLists(session)),
    executions,
    tasks: own(new TaskStore(session)),
  };
}
