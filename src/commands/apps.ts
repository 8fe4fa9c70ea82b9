import type { Choice } from './ask.ts';
import { chooseId } from './ask.ts';
import type { Services } from './services.ts';

const SHOWN = 100;

/** Lists the apps in cloud storage, or takes an id, and opens the chosen one as JSON. */
export async function showApp(services: Services): Promise<void> {
  services.session.require();
  const id = await chooseId('Show App', appChoices(services));
  if (id === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getApp({ params: { id } })).value;
  await services.documents.openJson(`app/${id}`, `${data.displayName ?? data.bundleId ?? id}.json`, data);
}

async function appChoices({ session }: Services): Promise<Choice[]> {
  const client = await session.client();
  const { value } = await client.listApps({ query: { pageSize: SHOWN, sortBy: 'name', order: 'asc' } });
  return (value.items ?? []).map(({ id, displayName, bundleId, platform, version }) => ({
    id,
    label: displayName ?? bundleId ?? id,
    description: [platform, version?.versionName].filter(Boolean).join(' · '),
    detail: bundleId ?? id,
  }));
}
