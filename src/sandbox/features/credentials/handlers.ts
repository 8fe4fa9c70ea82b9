import type { Credential } from '../../../contract/records/credential.ts';
import { credentialId, credentialPackageId } from '../../records/credentialId.ts';
import { OWNED } from '../../records/owner.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { readPage } from '../../runtime/paging.ts';
import { conflict, invalidValue, notFound } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { type StoredCredential, type StoredCredentialPackage, toResponse } from '../../store/stored.ts';

type Field = Credential['fields'][number];

/** Handlers for credentials; every reply contains their values, as that of the service does (wire facts 14). */
export const credentialHandlers = {
  listCredentials: ({ query, service: { store } }) => {
    const page = readPage(store.credentials, query);
    return { ...page, items: page.items.map(toReply) };
  },
  listCredentialPackages: ({ service: { store } }) => ({
    data: store.credentialPackages.all().map(({ packageName }) => ({ packageName })),
  }),
  createCredentialPackage: ({ body: { packageName }, service: { store, clock } }) => {
    const id = credentialPackageId(packageName);
    if (store.credentialPackages.get(id))
      throw conflict('package_exists', `There already is the package ${packageName}.`);
    store.credentialPackages.put({ id, packageName, createdAt: timestamp(clock) });
    return { success: true, message: 'The package was added.', data: { packageName } };
  },
  listPackageCredentials: ({ params, service: { store } }) => {
    const { packageName } = requirePackage(store, params.packageName);
    return { data: store.credentials.all({ packageName }).map(toReply) };
  },
  createCredential: ({ params, body: { credentialName, fields }, service: { store, clock } }) => {
    const { packageName } = requirePackage(store, params.packageName);
    const id = credentialId(packageName, credentialName);
    if (store.credentials.get(id))
      throw conflict('credential_exists', `${packageName} already has the credential ${credentialName}.`);
    refuseRepeatedTypes(fields);
    const credential = store.credentials.put({
      packageName,
      credentialName,
      secretPath: `/${packageName}/${credentialName}`,
      ...OWNED,
      id,
      fields: fields.map(toField),
      sandbox: { createdAt: timestamp(clock) },
    });
    return { success: true, message: 'The credential was created.', data: toReply(credential) };
  },
  getCredential: ({ params, service: { store } }) => ({ data: toReply(requireCredential(store, params)) }),
  deleteCredential: ({ params, service: { store } }) => {
    const credential = requireCredential(store, params);
    store.credentials.delete(credential.id);
    return { success: true, message: 'The credential was deleted.', data: toReply(credential) };
  },
  addCredentialField: ({ params, body, service }) => {
    const credential = requireCredential(service.store, params);
    const { fields } = credential;
    if (fields.some(({ fieldType }) => fieldType === body.fieldType))
      throw conflict('field_exists', `The credential already has the field ${body.fieldType}.`);
    return putFields(service, credential, [...fields, toField(body)], 'The field was added.');
  },
  updateCredentialField: ({ params, body: { value }, service }) => {
    const credential = requireField(service.store, params);
    const { fieldType } = params;
    const changed = credential.fields.map(field =>
      field.fieldType === fieldType ? { ...field, value } : field,
    );
    return putFields(service, credential, changed, 'The field was changed.');
  },
  deleteCredentialField: ({ params, service }) => {
    const credential = requireField(service.store, params);
    const others = credential.fields.filter(({ fieldType }) => fieldType !== params.fieldType);
    return putFields(service, credential, others, 'The field was deleted.');
  },
} as const satisfies Handlers;

interface CredentialKey {
  readonly packageName: string;
  readonly credentialName: string;
}

function toField({ fieldType, value }: Field): Field {
  return { fieldType, value };
}

function toReply(stored: StoredCredential): Credential {
  return { ...toResponse(stored), id: undefined };
}

function requirePackage(store: Store, packageName: string): StoredCredentialPackage {
  const found = store.credentialPackages.get(credentialPackageId(packageName));
  if (!found) throw notFound('package', 'package_not_found');
  return found;
}

function requireCredential(store: Store, { packageName, credentialName }: CredentialKey): StoredCredential {
  const found = store.credentials.get(credentialId(packageName, credentialName));
  if (!found) throw notFound('credential', 'credential_not_found');
  return found;
}

function requireField(store: Store, key: CredentialKey & { readonly fieldType: string }): StoredCredential {
  const found = requireCredential(store, key);
  if (found.fields.some(({ fieldType }) => fieldType === key.fieldType)) return found;
  throw notFound(`field ${key.fieldType}`, 'field_not_found');
}

// The value of a problem is part of the reply, so it is the type and never the secret.
function refuseRepeatedTypes(fields: readonly Field[]): void {
  const types = fields.map(({ fieldType }) => fieldType);
  const repeated = types.findIndex((type, index) => types.indexOf(type) !== index);
  if (repeated < 0) return;
  throw invalidValue(`body.fields.${repeated}.fieldType`, 'is given twice', types[repeated]);
}

function putFields({ store }: Service, credential: StoredCredential, fields: Field[], message: string) {
  return { success: true, message, data: toReply(store.credentials.put({ ...credential, fields })) };
}
