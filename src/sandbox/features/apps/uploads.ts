import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { CreateAppUpload } from '../../../contract/records/app.ts';
import { findApp } from '../../records/findApp.ts';
import { OWNED } from '../../records/owner.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict, notFound } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import type { StoredApp } from '../../store/stored.ts';
import { availableBytes } from './storage.ts';

type Version = StoredApp['sandbox']['versions'][number];

/** The path of the URLs that files are uploaded to. */
export const UPLOAD_PATH = '/apps/uploads';

/** Handlers that upload and delete apps (wire facts 13). */
export const uploadHandlers = {
  createAppUpload: ({ body, service }) => {
    const { store, origin } = service;
    const app = findApp(store, body.platform ?? 'android', body.bundleId);
    const sameVersion = app?.sandbox.versions.find(({ versionCode }) => versionCode === body.versionCode);
    if (sameVersion?.status === 'available')
      throw conflict('version_exists', `${body.bundleId} already has the version ${body.versionCode}.`);
    if (sameVersion) deleteUploads(store, sameVersion.id);
    const appId = app?.id ?? randomUUID();
    const version = newVersion(service, appId, body);
    const others = app?.sandbox.versions.filter(other => other !== sameVersion) ?? [];
    store.apps.put(newApp(service, appId, body, app, [version, ...others]));
    const urls = body.files.map(({ fileName, sha256 = null }) => {
      const id = randomBytes(24).toString('base64url').toLowerCase();
      const createdAt = timestamp(service.clock);
      store.uploads.put({ id, createdAt, appId, versionId: version.id, fileName, sha256, sizeBytes: null });
      return { fileName, r2UploadUrl: `${origin}/pages${UPLOAD_PATH}/${id}` };
    });
    return { appId, versionId: version.id, r2UploadUrls: urls };
  },
  confirmAppUpload: ({ params, service }) => {
    const { store } = service;
    const app = requireRecord(store.apps, params.id, 'app');
    const version = requireQueued(app);
    const uploads = store.uploads.all({ versionId: version.id });
    const missing = uploads.find(({ sizeBytes }) => sizeBytes === null);
    if (missing) throw conflict('upload_incomplete', `The file ${missing.fileName} has not been uploaded.`);
    const sizeBytes = uploads.reduce((sum, upload) => sum + (upload.sizeBytes ?? 0), 0);
    replaceVersion(service, app, { ...version, status: 'available', sizeBytes });
    deleteUploads(store, version.id);
    return { success: true, message: 'The app is available.' };
  },
  markAppUploadFailed: ({ params, service }) => {
    const app = requireRecord(service.store.apps, params.id, 'app');
    const version = requireQueued(app);
    replaceVersion(service, app, { ...version, status: 'failed' });
    deleteUploads(service.store, version.id);
    return { success: true, message: 'The upload is marked as failed.' };
  },
  deleteApp: ({ params, service: { store } }) => {
    const { id } = requireRecord(store.apps, params.id, 'app');
    for (const upload of store.uploads.all({ appId: id })) store.uploads.delete(upload.id);
    store.apps.delete(id);
    return { success: true, message: 'The app was deleted.' };
  },
} as const satisfies Handlers;

/**
 * Creates the routes that take the files of an app. Each URL contains a secret, so it needs no key. The bytes are
 * counted and hashed as they arrive, but not kept, since the simulated phone cannot run them.
 */
export function uploadPages({ store }: Service): Hono {
  const pages = new Hono();
  pages.put(`${UPLOAD_PATH}/:id`, async context => {
    const upload = store.uploads.get(context.req.param('id'));
    if (!upload) return context.text('There is no upload at this address; it may have ended.', 404);
    // A file that is sent again replaces the one before.
    const limit = availableBytes(store) + (upload.sizeBytes ?? 0);
    const content = await measure(context.req.raw.body, limit);
    if (content === 'cut') return context.text('The upload was cut; send the file again.', 400);
    if (content === 'tooLarge') return context.text(`The storage has only ${limit} bytes left.`, 413);
    const { sizeBytes, sha256 } = content;
    if (upload.sha256 !== null && upload.sha256.toLowerCase() !== sha256)
      return context.text(`The SHA-256 of the file is ${sha256}, not ${upload.sha256}.`, 400);
    // It may have ended while the file arrived.
    if (!store.uploads.get(upload.id)) return context.text('The upload has ended.', 404);
    store.uploads.put({ ...upload, sizeBytes });
    return context.body(null, 200);
  });
  return pages;
}

/** Returns the size and the SHA-256 of a file as it arrives; or that it is larger than the limit, or cut. */
async function measure(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ readonly sizeBytes: number; readonly sha256: string } | 'tooLarge' | 'cut'> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of body ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > limit) return 'tooLarge';
      hash.update(chunk);
    }
  } catch {
    return 'cut';
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

function newApp(
  { clock }: Service,
  id: string,
  { bundleId, displayName, platform = 'android', ...rest }: CreateAppUpload,
  app: StoredApp | undefined,
  versions: readonly Version[],
): StoredApp {
  const now = timestamp(clock);
  const { description, developerName, iconURL } = rest;
  return {
    id,
    createdAt: app?.createdAt ?? now,
    updatedAt: now,
    bundleId,
    displayName,
    platform,
    description: description ?? app?.description ?? null,
    developerName: developerName ?? app?.developerName ?? null,
    iconURL: iconURL ?? app?.iconURL ?? '',
    sandbox: { versions },
  };
}

function newVersion({ clock }: Service, appId: string, body: CreateAppUpload): Version {
  const now = timestamp(clock);
  const { versionCode, versionName, country = 'US', targetSdk = null } = body;
  return {
    id: randomUUID(),
    appId,
    versionCode,
    versionName,
    status: 'queued',
    source: 'user',
    country,
    sizeBytes: null,
    targetSdk,
    queuedAt: now,
    createdAt: now,
    updatedAt: now,
    ...OWNED,
  };
}

function replaceVersion({ store, clock }: Service, app: StoredApp, version: Version): void {
  const updatedAt = timestamp(clock);
  const versions = app.sandbox.versions.map(other =>
    other.id === version.id ? { ...version, updatedAt } : other,
  );
  store.apps.put({ ...app, updatedAt, sandbox: { versions } });
}

/** Returns the newest version that waits for its files. Throws a 404 Refusal if there is none. */
function requireQueued({ sandbox }: StoredApp): Version {
  const version = sandbox.versions.find(({ status }) => status === 'queued');
  if (!version) throw notFound('upload in progress for the app', 'upload_not_found');
  return version;
}

function deleteUploads(store: Store, versionId: string): void {
  for (const { id } of store.uploads.all({ versionId })) store.uploads.delete(id);
}
