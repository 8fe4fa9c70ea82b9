import type { credentialCommands } from '../../contributions/credentials.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import { deleteCredential, createCredential, refreshCredentials } from './credentials.ts';
import type { CredentialServices } from './credentialServices.ts';
import {
  addCredentialValue,
  changeCredentialValue,
  copyCredentialValue,
  deleteCredentialValue,
} from './credentialValues.ts';

/** The handlers of the commands of this folder. */
export const credentialHandlers: Handlers<CredentialServices, typeof credentialCommands> = {
  [Command.refreshCredentials]: refreshCredentials,
  [Command.createCredential]: createCredential,
  [Command.addCredentialValue]: addCredentialValue,
  [Command.copyCredentialValue]: copyCredentialValue,
  [Command.changeCredentialValue]: changeCredentialValue,
  [Command.deleteCredentialValue]: deleteCredentialValue,
  [Command.deleteCredential]: deleteCredential,
};
