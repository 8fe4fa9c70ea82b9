import * as z from 'zod';
import { operation } from '../define.ts';
import { APP_PLATFORMS, APP_STATUSES } from '../enumerations.ts';
import { App, AppPage, AppStorage, AppUpload, AppVersion, CreateAppUpload, Done } from '../records/app.ts';
import { pageQuery } from '../records/page.ts';
import { data, Uuid } from '../scalars.ts';

const params = z.object({ id: Uuid });

/** Operations on apps in cloud storage (spec 4.7, wire facts 13). */
export const appOperations = {
  listApps: operation('GET', '/apps', {
    summary: 'List apps',
    query: z.object({
      query: z.string().min(1).optional(),
      platform: z.enum(['all', ...APP_PLATFORMS]).optional(),
      status: z.enum(['all', ...APP_STATUSES]).optional(),
      sortBy: z.enum(['createdAt', 'name']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      ...pageQuery,
    }),
    response: { status: 200, body: AppPage },
    errors: 'plain',
    paging: 'page',
  }),
  getAppStorage: operation('GET', '/apps/storage-usage', {
    summary: 'Tell how much storage apps use',
    response: { status: 200, body: data(AppStorage) },
    errors: 'plain',
  }),
  getApp: operation('GET', '/apps/{id}', {
    source: 'spec',
    summary: 'Get an app',
    params,
    response: { status: 200, body: data(App) },
    errors: 'plain',
  }),
  listAppVersions: operation('GET', '/apps/{id}/versions', {
    summary: 'List the versions of an app',
    params,
    response: { status: 200, body: data(z.array(AppVersion)) },
    errors: 'plain',
  }),
  createAppUpload: operation('POST', '/apps/create-signed-upload-url', {
    summary: 'Add a version of an app, and get the URLs for its files',
    body: CreateAppUpload,
    response: { status: 200, body: AppUpload },
    errors: 'plain',
  }),
  confirmAppUpload: operation('POST', '/apps/{id}/confirm-upload', {
    summary: 'Make an uploaded version of an app available',
    params,
    response: { status: 200, body: Done },
    errors: 'plain',
  }),
  markAppUploadFailed: operation('POST', '/apps/{id}/mark-failed', {
    summary: 'Mark the upload of a version of an app as failed',
    params,
    response: { status: 200, body: Done },
    errors: 'plain',
  }),
  deleteApp: operation('DELETE', '/apps/{id}', {
    summary: 'Delete an app with all of its versions',
    params,
    response: { status: 200, body: Done },
    errors: 'plain',
  }),
} as const;
