import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { AgentFile } from '../../../contract/records/agentFile.ts';
import { BUDGETS } from '../../../util/budgets.ts';
import { filesOf, newFileId } from '../../engine/runFiles.ts';
import { timestamp } from '../../runtime/clock.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { readBytes } from '../../runtime/readBytes.ts';
import { conflict, notFound, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { type RunFile, type StoredAgentFile, type StoredExecution, toResponse } from '../../store/stored.ts';

/** The path of the URLs that files are uploaded to and downloaded from. */
export const FILE_PATH = '/agents/files';
/** The storage of an account for files, in bytes. */
export const MAX_STORED_BYTES = 64 * 1024 * 1024;
/** The time for which a URL is valid. */
const VALID_MS = 5 * 60_000;
/** The number of the latest executions whose files are listed. */
const MAX_EXECUTIONS = 100;
/** The types that a response may have; a foreign type could not be sent as a header. */
const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** Handlers for the files of agents, and for those of executions (wire facts 19). */
export const agentFileHandlers = {
  listAgentFiles: ({ query: { zone }, service: { store } }) => {
    const stored = store.agentFiles.all();
    const files = [
      ...stored.filter(({ sandbox }) => sandbox.state === 'ready').map(toReply),
      ...store.executions.list({ limit: MAX_EXECUTIONS }).flatMap(run => filesOfRun(store, run)),
    ];
    return {
      files: files.filter(file => zone === undefined || file.zone === zone),
      quota: {
        usedBytes: sizeOf(stored),
        includedBytes: MAX_STORED_BYTES,
        maxBytes: MAX_STORED_BYTES,
        overageAllowed: false,
      },
    };
  },
  downloadAgentFile: ({ params: { fileId }, service }) => {
    requireReady(service.store, fileId);
    return new HandlerReply(new Uint8Array(), { location: createLink(service, fileId).url });
  },
  createAgentFileUpload: ({ body, service }) => {
    const { store, clock } = service;
    const { filename, mimeType, sizeBytes, zone = 'user' } = body;
    if (sizeBytes > BUDGETS.upload.bytes)
      throw new Refusal(413, 'file_too_large', `A file has at most ${BUDGETS.upload.bytes} bytes.`);
    forgetUploads(service);
    if (sizeOf(store.agentFiles.all()) + sizeBytes > MAX_STORED_BYTES)
      throw new Refusal(422, 'quota_exceeded', `The storage for files has only ${MAX_STORED_BYTES} bytes.`);
    const id = newFileId();
    store.agentFiles.put({
      id,
      fileId: id,
      filename,
      displayName: null,
      mimeType,
      sizeBytes,
      zone,
      createdBy: 'user',
      enabled: true,
      createdAt: timestamp(clock),
      sandbox: { state: 'pending', base64: null },
    });
    const { url, expiresAt } = createLink(service, id);
    return { fileId: id, putUrl: url, expiresAt };
  },
  confirmAgentFileUpload: ({ params: { fileId }, service: { store } }) => {
    const file = requireRecord(store.agentFiles, fileId, 'file', 'file_not_found');
    const { base64 } = file.sandbox;
    if (base64 === null) throw conflict('upload_incomplete', 'The file has not been uploaded.');
    const ready = store.agentFiles.put({ ...file, sandbox: { state: 'ready', base64 } });
    return { ...toReply(ready), state: 'ready', actualSizeBytes: file.sizeBytes };
  },
  cancelAgentFileUpload: ({ params: { fileId }, service: { store } }) => {
    const { sandbox } = requireRecord(store.agentFiles, fileId, 'file', 'file_not_found');
    return { cancelled: sandbox.state === 'pending' && store.agentFiles.delete(fileId) };
  },
  updateAgentFile: ({ params: { fileId }, body, service: { store } }) => {
    const file = requireReady(store, fileId);
    if (!('sandbox' in file) || file.zone !== 'skills')
      throw new Refusal(422, 'unsupported_zone', 'Only files of the zone skills can be changed.');
    const { displayName = file.displayName, enabled = file.enabled } = body;
    return toReply(store.agentFiles.put({ ...file, displayName, enabled }));
  },
  deleteAgentFile: ({ params: { fileId }, service: { store } }) => {
    requireReady(store, fileId);
    store.agentFiles.delete(fileId);
    store.runFiles.delete(fileId);
    return { ok: true };
  },
} as const satisfies Handlers;

/** Creates the routes of those URLs. Each contains a secret and is valid for a short time, so it needs no key. */
export function agentFilePages({ store, clock }: Service): Hono {
  const pages = new Hono();
  const linked = (id: string): string | undefined => {
    const link = store.fileLinks.get(id);
    return link && link.expiresAt > timestamp(clock) ? link.fileId : undefined;
  };
  const expired = 'There is no file at this address, or the address is no longer valid.';
  pages.get(`${FILE_PATH}/:id`, context => {
    const fileId = linked(context.req.param('id'));
    const file = fileId === undefined ? undefined : findReady(store, fileId);
    if (!file) return context.text(expired, 404);
    const bytes = Buffer.from('sandbox' in file ? (file.sandbox.base64 ?? '') : file.base64, 'base64');
    const type = file.mimeType ?? '';
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': MIME_TYPE.test(type) ? type : 'application/octet-stream',
      'content-disposition': 'attachment',
    });
  });
  pages.put(`${FILE_PATH}/:id`, async context => {
    const fileId = linked(context.req.param('id'));
    const file = fileId === undefined ? undefined : store.agentFiles.get(fileId);
    if (file?.sandbox.state !== 'pending') return context.text(expired, 404);
    const size = file.sizeBytes ?? 0;
    const { body } = context.req.raw;
    // A body that is cut is as wrong as one of another size.
    const bytes = body ? await readBytes(body, size).catch(() => undefined) : undefined;
    if (bytes?.byteLength !== size)
      return context.text(`The file does not have the ${size} bytes that were announced.`, 400);
    const base64 = bytes.toString('base64');
    // It may have been canceled while the file arrived.
    if (!store.agentFiles.patch(file.id, { sandbox: { state: 'pending', base64 } }))
      return context.text(expired, 404);
    return context.body(null, 200);
  });
  return pages;
}

function createLink({ store, clock, origin }: Service, fileId: string): { url: string; expiresAt: string } {
  const now = timestamp(clock);
  for (const { id } of store.fileLinks.list({ orderBy: 'expiresAt', to: { expiresAt: now } }))
    store.fileLinks.delete(id);
  const id = randomBytes(24).toString('hex');
  const expiresAt = new Date(clock.now() + VALID_MS).toISOString();
  store.fileLinks.put({ id, fileId, expiresAt });
  return { url: `${origin}/pages${FILE_PATH}/${id}`, expiresAt };
}

/** Returns the size of files in bytes, with those that are being uploaded. */
function sizeOf(files: readonly StoredAgentFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}

/** Deletes the uploads that did not end in time. */
function forgetUploads({ store, clock }: Service): void {
  const createdAt = new Date(clock.now() - VALID_MS).toISOString();
  for (const { id } of store.agentFiles.list({ where: { state: 'pending' }, to: { createdAt } }))
    store.agentFiles.delete(id);
}

/** Returns a finished file. Throws the 404 Refusal `file_not_found`, also for an upload that has not ended. */
function requireReady(store: Store, fileId: string): StoredAgentFile | RunFile {
  const file = findReady(store, fileId);
  if (!file) throw notFound('file', 'file_not_found');
  return file;
}

function findReady(store: Store, fileId: string): StoredAgentFile | RunFile | undefined {
  const file = store.agentFiles.get(fileId);
  return file?.sandbox.state === 'ready' ? file : store.runFiles.get(fileId);
}

function toReply(file: StoredAgentFile): AgentFile {
  return { ...toResponse(file), id: undefined };
}

/** Returns the files that an execution has made, in the form of the files of agents. */
function filesOfRun(store: Store, { id, startedAt }: StoredExecution): AgentFile[] {
  return filesOf(store, id).map(file => ({
    ...file,
    filename: file.filename ?? file.fileId,
    displayName: null,
    zone: 'workflow',
    createdBy: 'workflow',
    enabled: true,
    createdAt: startedAt ?? null,
  }));
}
