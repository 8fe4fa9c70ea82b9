import { randomUUID } from 'node:crypto';
import type { Execution } from '../../contract/records/execution.ts';
import type { Store } from '../store/store.ts';

/** Returns the ID of a new file. */
export function newFileId(): string {
  return `file_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** Stores a file with an execution and returns its ID. */
export function saveRunFile(
  store: Store,
  executionId: string,
  filename: string,
  mimeType: string,
  bytes: Uint8Array,
): string {
  const id = newFileId();
  const base64 = Buffer.from(bytes).toString('base64');
  store.runFiles.put({ id, executionId, filename, mimeType, sizeBytes: bytes.byteLength, base64 });
  return id;
}

/** Returns the files of an execution without their contents, as in replies (wire facts 6). */
export function filesOf(store: Store, executionId: string): NonNullable<Execution['files']> {
  const files = store.runFiles.all({ executionId });
  return files.map(({ id, filename, mimeType, sizeBytes }) => ({
    fileId: id,
    filename,
    mimeType,
    sizeBytes,
  }));
}
