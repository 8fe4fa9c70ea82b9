import type { CREDENTIAL_FIELD_TYPES } from '../contract/enumerations.ts';

/** Labels and icons of the services that actions belong to (spec 2.3), by service name in the API. */
export const SERVICE_LABELS: ReadonlyMap<string, { readonly label: string; readonly icon: string }> = new Map(
  Object.entries({
    tasks_api: { label: 'Tasks', icon: 'checklist' },
    devices_api: { label: 'Devices', icon: 'device-mobile' },
    agents_api: { label: 'Agents', icon: 'hubot' },
    webhooks: { label: 'Webhooks', icon: 'broadcast' },
  }),
);

const LABELS: Readonly<Record<(typeof CREDENTIAL_FIELD_TYPES)[number], string>> = {
  email: 'Email',
  username: 'Username',
  password: 'Password',
  api_token: 'API token',
  phone_number: 'Phone number',
  two_factor_secret: 'Two-factor secret',
  backup_codes: 'Backup codes',
};
const LABELS_BY_TYPE = new Map<string, string>(Object.entries(LABELS));

/** Returns the label of a type of value of credentials; an unknown type is its own label. */
export function credentialFieldLabel(fieldType: string): string {
  return LABELS_BY_TYPE.get(fieldType) ?? fieldType;
}
