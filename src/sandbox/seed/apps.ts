import type { Store } from '../store/store.ts';
import { daysAgo } from './ago.ts';
import { stableId } from './stableId.ts';

const demoApps = [
  {
    bundleId: 'com.example.messages',
    displayName: 'Messages',
    developerName: 'Example Works',
    platform: 'android',
  },
  { bundleId: 'com.example.maps', displayName: 'Maps', developerName: 'Example Works', platform: 'android' },
  {
    bundleId: 'com.example.shop',
    displayName: 'Corner Shop',
    developerName: 'Corner Shop Ltd',
    platform: 'android',
  },
  { bundleId: 'com.example.notes', displayName: 'Notes', developerName: 'Example Works', platform: 'ios' },
] as const;

/** Stores a few apps, one of them still queued. */
export function seedApps(store: Store, now: number): void {
  for (const [index, app] of demoApps.entries()) {
    const id = stableId(`app:${app.bundleId}`);
    const createdAt = daysAgo(now, 40 - index * 5);
    store.apps.put({
      ...app,
      id,
      description: `${app.displayName} for demonstrations.`,
      iconURL: '',
      createdAt,
      updatedAt: createdAt,
      sandbox: {
        versions: [
          {
            id: stableId(`version:${app.bundleId}`),
            appId: id,
            versionCode: 100 + index,
            versionName: `1.${index}.0`,
            status: index === 2 ? 'queued' : 'available',
            source: 'user',
            sizeBytes: 12_000_000 + index * 3_400_000,
            createdAt,
          },
        ],
      },
    });
  }
}
