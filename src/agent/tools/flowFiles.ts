import type { FlowFiles } from '../ports.ts';
import { markIfAny } from '../marked.ts';
import { ToolError } from '../tool.ts';

/** Reads a flow file. Throws ToolError if there is none. */
export async function requireFlowText(files: FlowFiles, path: string): Promise<string> {
  const text = await files.read(path);
  if (text !== undefined) return text;
  const known = await files.list();
  const some = known.slice(0, 10).join(', ');
  throw new ToolError(
    `There is no file ${path}. ${known.length === 0 ? 'The workspace has no flow files; create one with edit_flow.' : 'The text names some flow files.'}`,
    markIfAny('file', some, 600),
  );
}
