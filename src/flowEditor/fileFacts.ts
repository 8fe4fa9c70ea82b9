import type { FlowSources } from './editorServices.ts';
import type { FlowFile } from './flowFile.ts';

/** The properties of a flow file besides its text. */
export interface FileFacts {
  readonly editable: boolean;
  /** The id of the flow that the file is linked to on the active connection. */
  readonly flowId: string | undefined;
}

/** Reads the properties of a file; `connectionId` is the id of the active connection. */
export async function readFileFacts(
  file: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<FileFacts> {
  const [editable, flowId] = await Promise.all([file.isEditable(), readFlowId(file, links, connectionId)]);
  return { editable, flowId };
}

/** Reads the id of the flow that a file is linked to on a connection; undefined if the links cannot be read. */
export async function readFlowId(
  { uri }: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<string | undefined> {
  if (connectionId === undefined) return undefined;
  // The Flows view reports broken links.
  const link = await links.of(connectionId, uri).catch(() => undefined);
  return link?.flowId;
}
