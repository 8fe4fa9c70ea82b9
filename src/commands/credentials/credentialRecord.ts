import type { CommandRow } from '../../contributions/command.ts';

/** The message of a command that was called without a credential. */
export const SELECT_CREDENTIAL = 'Select a credential in the Credentials view first.';

/** The app and the name by which a credential is found. */
export interface CredentialKey {
  readonly packageName: string;
  readonly credentialName: string;
}

/** Returns the key of the credential of a line. */
export function credentialOf({ packageName, credentialName }: CommandRow['record']): CredentialKey {
  return { packageName: String(packageName), credentialName: String(credentialName) };
}
