import type { Command } from '../manifest.ts';
import { actionCommands } from './actions.ts';
import { activityCommands } from './activity.ts';
import { appCommands } from './apps.ts';
import type { Arguments, CommandContribution, Parsed } from './command.ts';
import { connectionCommands } from './connections.ts';
import { credentialCommands } from './credentials.ts';
import { deviceCommands } from './devices.ts';
import { flowFileCommands } from './flowFiles.ts';
import { flowCommands } from './flows.ts';
import { mailboxCommands } from './mailboxes.ts';
import { receiverCommands } from './receiver.ts';
import { recordCommands } from './records.ts';
import { sandboxCommands } from './sandbox.ts';
import { webhookCommands } from './webhooks.ts';

/** All commands by their IDs. package.json is generated from it. */
export const commands = {
  ...sandboxCommands,
  ...connectionCommands,
  ...actionCommands,
  ...recordCommands,
  ...flowCommands,
  ...flowFileCommands,
  ...deviceCommands,
  ...appCommands,
  ...credentialCommands,
  ...activityCommands,
  ...mailboxCommands,
  ...webhookCommands,
  ...receiverCommands,
} satisfies Readonly<Record<Command, CommandContribution>>;

/** The arguments with which a command is called. */
export type ArgumentsOf<C extends Command> = Arguments<(typeof commands)[C]>;

/** The value that the handler of a command gets. */
export type ParsedOf<C extends Command> = Parsed<(typeof commands)[C]>;
