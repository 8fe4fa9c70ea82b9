import { CREDENTIAL_FIELD_TYPES } from '../../contract/enumerations.ts';
import { dialogs } from '../../host/dialogs.ts';
import { credentialFieldLabel } from '../../wording/labels.ts';

/** A type of value that can be created. */
type FieldType = (typeof CREDENTIAL_FIELD_TYPES)[number];

/** Values that are shown while they are typed. */
const SHOWN: readonly string[] = ['email', 'username', 'phone_number'];

/** Prompts for a type of value, except for some. */
export async function askFieldType(title: string, except: readonly string[]): Promise<FieldType | undefined> {
  const items = CREDENTIAL_FIELD_TYPES.filter(fieldType => !except.includes(fieldType)).map(fieldType => ({
    label: credentialFieldLabel(fieldType),
    fieldType,
  }));
  const options = { title, placeHolder: 'Choose what to add', ignoreFocusOut: true };
  return (await dialogs.showQuickPick(items, options))?.fieldType;
}

/** Prompts for a value, which is sent to the service and not kept. */
export function askValue(title: string, fieldType: string): Promise<string | undefined> {
  return Promise.resolve(
    dialogs.showInputBox({
      title,
      prompt: `${credentialFieldLabel(fieldType)}. It is sent to the service and not stored here.`,
      password: !SHOWN.includes(fieldType),
      ignoreFocusOut: true,
      validateInput: text => (text === '' ? 'Enter a value.' : undefined),
    }),
  );
}
