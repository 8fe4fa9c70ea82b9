import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { APP_PLATFORMS, APP_STATUSES } from '../../contract/enumerations.ts';
import { appReference, platformLabel } from '../../flow/namedReferences.ts';
import { dialogs } from '../../host/dialogs.ts';
import type { AppFilter } from '../../stores/appStore.ts';
import type { Target } from '../../client/eachTarget.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { forRow } from '../givenArguments.ts';
import { chooseId, chooseRecords } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { narrowList, type Part, searchList, TIME_ORDERS } from '../prompts/narrowList.ts';
import { confirmedDeletionOf, resolveTargets, runOnEach } from '../prompts/runOnEach.ts';

const FILTERS: readonly Part<AppFilter>[] = [
  { label: 'All', part: { platform: undefined, status: undefined } },
  ...APP_PLATFORMS.map(platform => ({
    label: platformLabel(platform) ?? platform,
    part: { platform, status: undefined },
  })),
  ...APP_STATUSES.map(status => ({ label: status, part: { platform: undefined, status } })),
];

const ORDERS: readonly Part<AppFilter>[] = [
  { label: '$(case-sensitive) Name', part: { orderBy: 'name', direction: 'asc' } },
  TIME_ORDERS.newest,
  TIME_ORDERS.oldest,
];

/** Reads apps and versions again. */
export async function refreshApps({ session, apps, versions }: Services): Promise<void> {
  session.require();
  versions.expire();
  await apps.refresh();
}

export const searchApps = searchList(({ apps }: Services) => apps, 'apps', 'search', {
  title: 'Search Apps',
  prompt: 'Part of a name. Leave empty to show all apps.',
});

export const filterApps = narrowList(({ apps }: Services) => apps, 'apps', 'Show Apps', FILTERS);

export const orderApps = narrowList(({ apps }: Services) => apps, 'apps', 'Sort Apps By', ORDERS);

/** Prompts for an app in cloud storage, or its ID, and opens it as JSON. */
export async function showApp(services: Services): Promise<void> {
  services.session.require();
  const id = await chooseId('Show App', appChoices(services));
  if (id === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getApp({ params: { id } })).value;
  await services.documents.openJson(`app/${id}`, `${appReference(data).name}.json`, data);
}

/** Deletes apps with all of their versions after confirmation. */
export async function deleteApp(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  const targets = await resolveTargets(
    rows,
    () => chooseRecords('Delete App', appChoices(services)),
    id => nameOf(services, id),
  );
  if (!targets) return;
  const warning = 'All versions are deleted too. Devices keep the apps that they have installed.';
  if (!(await confirmedDeletionOf(targets, 'apps', warning))) return;
  const operation = { title: 'Delete App', noun: 'App', refresh: () => services.apps.refresh() };
  await runOnEach(services, operation, targets, async (client, { id }, signal) => {
    await client.deleteApp({ params: { id } }, { signal });
    return 'deleted';
  });
}

export const copyAppBundleId = forRow(
  'Select an app in the Apps view first, then copy its package name.',
  async (_, { bundleId }) => {
    if (typeof bundleId !== 'string') {
      void dialogs.showInformationMessage('The service does not report the package name of this app.');
      return;
    }
    await vscode.env.clipboard.writeText(bundleId);
    dialogs.setStatusBarMessage('Copied the package name.', 3000);
  },
);

/** An app as devices name it. */
export interface DeviceApp extends Target {
  readonly bundleId: string;
  readonly isIos: boolean;
}

/** Returns the app of a menu, or a chosen one; undefined if the user cancels. Throws if it has no package name. */
export async function chooseApp(
  services: Services,
  title: string,
  row: CommandRow | undefined,
): Promise<DeviceApp | undefined> {
  services.session.require();
  const id = row?.record.id ?? (await chooseId(`${title}: App`, appChoices(services)));
  if (id === undefined) return undefined;
  const client = await services.session.client();
  const app = services.apps.byId(id) ?? (await client.getApp({ params: { id } })).value.data;
  const { name } = appReference(app);
  if (app.bundleId == null) throw new Error(`The service does not report the package name of “${name}”.`);
  return { id, name, bundleId: app.bundleId, isIos: app.platform === 'ios' };
}

function nameOf({ apps }: Services, id: string): string | undefined {
  const app = apps.byId(id);
  return app && appReference(app).name;
}

function appChoices({ apps }: Services): Choices {
  return choicesOf(apps.all(), app => {
    const { name, detail = '' } = appReference(app);
    const description = [app.version?.versionName, detail].filter(Boolean).join(' · ');
    return { id: app.id, label: name, description, detail: app.id };
  });
}
