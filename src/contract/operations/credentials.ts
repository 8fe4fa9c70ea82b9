import * as z from 'zod';
import { operation } from '../define.ts';
import { CREDENTIAL_FIELD_TYPES } from '../enumerations.ts';
import {
  AddCredentialField,
  CreateCredential,
  CreateCredentialPackage,
  Credential,
  CredentialPackage,
  UpdateCredentialField,
} from '../records/credential.ts';
import { page, pageQuery } from '../records/page.ts';
import { data, record } from '../scalars.ts';

const packageName = z.string().min(1);
const credentialName = z.string().min(1);
const fieldType = z
  .string()
  .min(1)
  .meta({ 'x-known-values': [...CREDENTIAL_FIELD_TYPES] });
const onPackage = { params: z.object({ packageName }), carriesSecrets: true } as const;
const onCredential = { params: z.object({ packageName, credentialName }), carriesSecrets: true } as const;
const onField = {
  params: z.object({ packageName, credentialName, fieldType }),
  carriesSecrets: true,
} as const;
const credentialPath = '/credentials/packages/{packageName}/credentials/{credentialName}';

/** Creates the response of a change: the changed record with a message. */
function changed<S extends z.ZodType>(schema: S) {
  return {
    status: 200,
    body: record({ data: schema }, { success: z.boolean(), message: z.string() }),
  } as const;
}

/** Operations on credentials. Every reply with credentials contains their values in clear text (wire facts 14). */
export const credentialOperations = {
  listCredentials: operation('GET', '/credentials', {
    summary: 'List the credentials of all apps',
    query: z.object(pageQuery),
    carriesSecrets: true,
    response: { status: 200, body: page(Credential) },
    paging: 'page',
  }),
  listCredentialPackages: operation('GET', '/credentials/packages', {
    summary: 'List the apps that have credentials',
    response: { status: 200, body: data(z.array(CredentialPackage)) },
  }),
  createCredentialPackage: operation('POST', '/credentials/packages', {
    summary: 'Add an app for credentials',
    body: CreateCredentialPackage,
    response: changed(CredentialPackage),
  }),
  listPackageCredentials: operation('GET', '/credentials/packages/{packageName}', {
    ...onPackage,
    summary: 'List the credentials of an app',
    response: { status: 200, body: data(z.array(Credential)) },
  }),
  createCredential: operation('POST', '/credentials/packages/{packageName}', {
    ...onPackage,
    summary: 'Create a credential of an app',
    body: CreateCredential,
    response: changed(Credential),
  }),
  getCredential: operation('GET', credentialPath, {
    ...onCredential,
    summary: 'Get a credential with its values',
    response: { status: 200, body: data(Credential) },
  }),
  deleteCredential: operation('DELETE', credentialPath, {
    ...onCredential,
    summary: 'Delete a credential with its values',
    response: changed(Credential),
  }),
  addCredentialField: operation('POST', `${credentialPath}/fields`, {
    ...onCredential,
    summary: 'Add a value to a credential',
    body: AddCredentialField,
    response: changed(Credential),
  }),
  updateCredentialField: operation('PATCH', `${credentialPath}/fields/{fieldType}`, {
    ...onField,
    summary: 'Replace a value of a credential',
    body: UpdateCredentialField,
    response: changed(Credential),
  }),
  deleteCredentialField: operation('DELETE', `${credentialPath}/fields/{fieldType}`, {
    ...onField,
    summary: 'Delete a value of a credential',
    response: changed(Credential),
  }),
} as const;
