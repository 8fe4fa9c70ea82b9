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

const inPackage = z.object({ packageName: z.string().min(1) });
const one = inPackage.extend({ credentialName: z.string().min(1) });
const field = one.extend({
  fieldType: z
    .string()
    .min(1)
    .meta({ 'x-known-values': [...CREDENTIAL_FIELD_TYPES] }),
});

/** Completes an operation whose bodies contain the values of credentials. */
function secretOperation<const G extends Parameters<typeof operation>[0]>(definition: G) {
  return operation({ ...definition, carriesSecrets: true });
}

/** Creates the response of a change: the changed record with a message. */
function changed<S extends z.ZodType>(schema: S) {
  return {
    status: 200,
    body: record({ data: schema }, { success: z.boolean(), message: z.string() }),
  } as const;
}

/** Operations on credentials. Every reply with credentials contains their values in clear text (wire facts 14). */
export const credentialOperations = {
  listCredentials: secretOperation({
    method: 'GET',
    path: '/credentials',
    summary: 'List the credentials of all apps',
    query: z.object(pageQuery),
    response: { status: 200, body: page(Credential) },
    paging: 'page',
  }),
  listCredentialPackages: operation({
    method: 'GET',
    path: '/credentials/packages',
    summary: 'List the apps that have credentials',
    response: { status: 200, body: data(z.array(CredentialPackage)) },
  }),
  createCredentialPackage: operation({
    method: 'POST',
    path: '/credentials/packages',
    summary: 'Add an app for credentials',
    body: CreateCredentialPackage,
    response: changed(CredentialPackage),
  }),
  listPackageCredentials: secretOperation({
    method: 'GET',
    path: '/credentials/packages/{packageName}',
    summary: 'List the credentials of an app',
    params: inPackage,
    response: { status: 200, body: data(z.array(Credential)) },
  }),
  createCredential: secretOperation({
    method: 'POST',
    path: '/credentials/packages/{packageName}',
    summary: 'Create a credential of an app',
    params: inPackage,
    body: CreateCredential,
    response: changed(Credential),
  }),
  getCredential: secretOperation({
    method: 'GET',
    path: '/credentials/packages/{packageName}/credentials/{credentialName}',
    summary: 'Get a credential with its values',
    params: one,
    response: { status: 200, body: data(Credential) },
  }),
  deleteCredential: secretOperation({
    method: 'DELETE',
    path: '/credentials/packages/{packageName}/credentials/{credentialName}',
    summary: 'Delete a credential with its values',
    params: one,
    response: changed(Credential),
  }),
  addCredentialField: secretOperation({
    method: 'POST',
    path: '/credentials/packages/{packageName}/credentials/{credentialName}/fields',
    summary: 'Add a value to a credential',
    params: one,
    body: AddCredentialField,
    response: changed(Credential),
  }),
  updateCredentialField: secretOperation({
    method: 'PATCH',
    path: '/credentials/packages/{packageName}/credentials/{credentialName}/fields/{fieldType}',
    summary: 'Replace a value of a credential',
    params: field,
    body: UpdateCredentialField,
    response: changed(Credential),
  }),
  deleteCredentialField: secretOperation({
    method: 'DELETE',
    path: '/credentials/packages/{packageName}/credentials/{credentialName}/fields/{fieldType}',
    summary: 'Delete a value of a credential',
    params: field,
    response: changed(Credential),
  }),
} as const;
