import { pages } from '../../client/pages.ts';
import { chooseId } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import type { ActivityServices } from './activityServices.ts';

const PAGE_SIZE = 100;

/** Prompts for an app in cloud storage, or its ID, and opens it as JSON. */
export async function showApp(services: ActivityServices): Promise<void> {
  services.session.require();
  const id = await chooseId('Show App', appChoices(services));
  if (id === undefined) return;
  const client = await services.session.client();
  const { data } = (await client.getApp({ params: { id } })).value;
  await services.documents.openJson(`app/${id}`, `${data.displayName ?? data.bundleId ?? id}.json`, data);
}

async function* appChoices({ session }: ActivityServices): AsyncGenerator<readonly Choice[]> {
  const client = await session.client();
  const query = { pageSize: PAGE_SIZE, sortBy: 'name', order: 'asc' } as const;
  yield* choicesOf(pages(client.listApps, { query }), ({ id, displayName, bundleId, platform, version }) => ({
    id,
    label: displayName ?? bundleId ?? id,
    description: [platform, version?.versionName].filter(Boolean).join(' · '),
    detail: bundleId ?? id,
  }));
}
