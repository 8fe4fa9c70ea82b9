import type { FlowSources } from './editorServices.ts';
import type { FlowFile } from './flowFile.ts';

/** What is known of a file besides its text. */
export interface FileFacts {
  readonly editable: boolean;
  /** The flow that it is linked to on a connection. */
  readonly flowId: string | undefined;
}

/** Reads what is known of a file; `connectionId` is that of the active connection. */
export async function readFileFacts(
  file: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<FileFacts> {
  const [editable, flowId] = await Promise.all([file.isEditable(), readFlowId(file, links, connectionId)]);
  return { editable, flowId };
}

/** Reads which flow a file is linked to on a connection; none where the links cannot be read. */
export async function readFlowId(
  { uri }: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<string | undefined> {
  if (connectionId === undefined) return undefined;
  // The view of flows says what is wrong with the links.
  const link = await links.of(connectionId, uri).catch(() => undefined);
  return link?.flowId;
}
