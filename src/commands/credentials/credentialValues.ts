import type { CommandRow } from '../../contributions/command.ts';
import { CREDENTIAL_FIELD_TYPES } from '../../contract/enumerations.ts';
import { dialogs } from '../../host/dialogs.ts';
import { credentialFieldLabel } from '../../wording/labels.ts';
import { forRow } from '../givenArguments.ts';
import { done } from '../prompts/ask.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import { askFieldType, askValue } from './askValue.ts';
import { credentialOf, SELECT_CREDENTIAL } from './credentialRecord.ts';

const SELECT_VALUE = 'Select a value in the Credentials view first.';

/** Prompts for a value of another type, and adds it to a credential. */
export const addCredentialValue = forRow(SELECT_CREDENTIAL, async (services, record) => {
  services.session.require();
  const params = credentialOf(record);
  const title = `Add Value: ${params.credentialName} of ${params.packageName}`;
  const { fieldTypes } = record;
  const existing = Array.isArray(fieldTypes) ? fieldTypes.map(String) : [];
  if (CREDENTIAL_FIELD_TYPES.every(fieldType => existing.includes(fieldType))) {
    void dialogs.showInformationMessage(`“${params.credentialName}” already has a value of every type.`);
    return;
  }
  const fieldType = await askFieldType(title, existing);
  if (fieldType === undefined) return;
  const value = await askValue(title, fieldType);
  if (value === undefined) return;
  const client = await services.session.client();
  await client.addCredentialField({ params, body: { fieldType, value } });
  services.credentials.expire(params.packageName);
  done(`Added the ${labelOf(fieldType)} to “${params.credentialName}”.`);
});

/** Prompts for a new value in place of the one of a credential, which is not shown. */
export const changeCredentialValue = forRow(SELECT_VALUE, async (services, record) => {
  services.session.require();
  const params = valueOf(record);
  const { fieldType, credentialName } = params;
  const value = await askValue(`Change Value: ${credentialName} of ${params.packageName}`, fieldType);
  if (value === undefined) return;
  const client = await services.session.client();
  await client.updateCredentialField({ params, body: { value } });
  done(`Changed the ${labelOf(fieldType)} of “${credentialName}”.`);
});

/** Copies a value, which is read for that and cleared from the clipboard like a passcode. */
export const copyCredentialValue = forRow(SELECT_VALUE, async ({ session, secretClipboard }, record) => {
  session.require();
  const { fieldType, ...params } = valueOf(record);
  const client = await session.client();
  const { fields } = (await client.getCredential({ params })).value.data;
  const field = fields.find(candidate => candidate.fieldType === fieldType);
  if (!field)
    throw new Error(`“${params.credentialName}” has no ${labelOf(fieldType)} anymore. Refresh the view.`);
  await secretClipboard.copyValue(field.value, labelOf(fieldType));
});

/** Deletes a value of a credential after confirmation. */
export const deleteCredentialValue = forRow(SELECT_VALUE, async (services, record) => {
  services.session.require();
  const params = valueOf(record);
  const { fieldType, credentialName, packageName } = params;
  const question = `Delete the ${labelOf(fieldType)} of “${credentialName}” of ${packageName}?`;
  if (!(await confirmedDeletion(question, 'The value cannot be restored.'))) return;
  const client = await services.session.client();
  await client.deleteCredentialField({ params });
  services.credentials.expire(packageName);
  done(`Deleted the ${labelOf(fieldType)} of “${credentialName}”.`);
});

function valueOf(record: CommandRow['record']) {
  return { ...credentialOf(record), fieldType: String(record['fieldType']) };
}

function labelOf(fieldType: string): string {
  const label = credentialFieldLabel(fieldType);
  return label.startsWith('API') ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
