import { credentialId, credentialPackageId } from '../records/credentialId.ts';
import { OWNED } from '../records/owner.ts';
import type { StoredCredential, StoredCredentialPackage } from '../store/stored.ts';
import { daysAgo } from './ago.ts';

const PACKAGE = 'com.example.shop';
const NAME = 'login';

/** Returns the packages with credentials, dated relative to `now`. */
export function demoCredentialPackages(now: number): readonly StoredCredentialPackage[] {
  return [{ id: credentialPackageId(PACKAGE), packageName: PACKAGE, createdAt: daysAgo(now, 12) }];
}

/** Returns the credentials, whose values sign in to nothing. */
export function demoCredentials(now: number): readonly StoredCredential[] {
  return [
    {
      packageName: PACKAGE,
      credentialName: NAME,
      secretPath: `/${PACKAGE}/${NAME}`,
      ...OWNED,
      id: credentialId(PACKAGE, NAME),
      fields: [
        { fieldType: 'email', value: 'sam@example.com' },
        { fieldType: 'password', value: 'demo-password' },
      ],
      sandbox: { createdAt: daysAgo(now, 12) },
    },
  ];
}
