import * as z from 'zod';
import { CREDENTIAL_FIELD_TYPES } from '../enumerations.ts';
import { openEnum, record, Uuid } from '../scalars.ts';

/** A value of a credential; every reply contains it in clear text, so it is never logged or shown (wire facts 14). */
const CredentialField = record({ fieldType: openEnum(CREDENTIAL_FIELD_TYPES), value: z.string() }, {});

/** A credential of an app: its values, and where the service keeps them (wire facts 14). */
export const Credential = record(
  { packageName: z.string(), credentialName: z.string(), fields: z.array(CredentialField) },
  { secretPath: z.string(), ownerId: Uuid, createdBy: Uuid, userId: Uuid },
);
export type Credential = z.output<typeof Credential>;

/** An app that has credentials, by its package name (wire facts 14). */
export const CredentialPackage = record({ packageName: z.string() }, {});

/** The body that adds a package for credentials (wire facts 14). */
export const CreateCredentialPackage = z.looseObject({ packageName: z.string().min(1) });

const fieldType = z.enum(CREDENTIAL_FIELD_TYPES);

/** The body that adds a value to a credential (wire facts 14). */
export const AddCredentialField = z.looseObject({ fieldType, value: z.string() });

/** The body that replaces a value of a credential (wire facts 14). */
export const UpdateCredentialField = z.looseObject({ value: z.string() });

/** The body that creates a credential, which has at least one value (wire facts 14). */
export const CreateCredential = z.looseObject({
  credentialName: z.string().min(1),
  fields: z.array(AddCredentialField).min(1),
});
