import type { CommandRow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import { ApiError } from '../../client/failure.ts';
import { appReference } from '../../flow/namedReferences.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import { withoutValues } from '../../stores/credentialStore.ts';
import { chooseId, offer } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import { confirmedDeletionOf, runOnEach } from '../prompts/runOnEach.ts';
import { askFieldType, askValue } from './askValue.ts';
import { credentialOf, SELECT_CREDENTIAL } from './credentialRecord.ts';

const CONFLICT = 409;

/** Reads the apps and their credentials again. */
export async function refreshCredentials({
  session,
  credentialPackages,
  credentials,
}: Services): Promise<void> {
  session.require();
  credentials.expire();
  await credentialPackages.refresh();
}

/** Prompts for an app, a name, and a first value, and creates a credential. */
export async function createCredential(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const packageName =
    row?.record.id ?? (await chooseId('New Credential: App', packageChoices(services), { anyId: true }));
  if (packageName === undefined) return;
  const title = `New Credential: ${packageName}`;
  const credentialName = await dialogs.showInputBox({
    title,
    prompt: 'A name for the credential, such as “login”. Tasks refer to it by this name.',
    ignoreFocusOut: true,
    validateInput: text => (text.trim() === '' ? 'Enter a name.' : undefined),
  });
  if (credentialName === undefined) return;
  const fieldType = await askFieldType(title, []);
  if (fieldType === undefined) return;
  const value = await askValue(title, fieldType);
  if (value === undefined) return;
  const client = await services.session.client();
  if (!services.credentialPackages.byId(packageName)) await addPackage(services, packageName);
  const body = { credentialName: credentialName.trim(), fields: [{ fieldType, value }] };
  let record;
  try {
    record = withoutValues((await client.createCredential({ params: { packageName }, body })).value.data);
  } finally {
    // The app is listed also if the credential was refused.
    await refreshCredentials(services);
  }
  const text = `Created the credential “${record.credentialName}” of ${packageName}.`;
  offer(services, 'information', text, 'Add Value…', Command.addCredentialValue, {
    kind: 'credential',
    record: { ...record },
  });
}

/** Deletes credentials with their values after confirmation. */
export async function deleteCredential(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  if (rows.length === 0) {
    void dialogs.showInformationMessage(SELECT_CREDENTIAL);
    return;
  }
  const targets = rows.map(({ record }) => {
    const params = credentialOf(record);
    return { id: record.id, name: `${params.credentialName} of ${params.packageName}`, params };
  });
  const warning = 'Tasks that use them can no longer sign in. The values cannot be restored.';
  if (!(await confirmedDeletionOf(targets, 'credentials', warning))) return;
  const operation = {
    title: 'Delete Credential',
    noun: 'Credential',
    refresh: () => refreshCredentials(services),
  };
  await runOnEach(services, operation, targets, async (client, { params }, signal) => {
    await client.deleteCredential({ params }, { signal });
    return 'deleted';
  });
}

async function addPackage({ session }: Services, packageName: string): Promise<void> {
  const client = await session.client();
  try {
    await client.createCredentialPackage({ body: { packageName } });
  } catch (error) {
    // Somebody else added it.
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
  }
}

/** Yields the apps that have credentials, and then those in cloud storage. */
async function* packageChoices({ credentialPackages, apps }: Services): AsyncGenerator<readonly Choice[]> {
  yield* choicesOf(credentialPackages.all(), ({ packageName }) => ({
    id: packageName,
    label: packageName,
    description: 'has credentials',
  }));
  yield* choicesOf(apps.all(), app =>
    app.bundleId == null
      ? undefined
      : { id: app.bundleId, label: app.bundleId, description: appReference(app).name },
  );
}
