import * as z from 'zod';
import { isLinkKey } from '../flow/deploy/linksText.ts';
import { Uuid } from '../contract/scalars.ts';
import { Marked, Words } from './marked.ts';

/** The name of the connection in inputs. */
export const connectionInput = {
  connection: z.string().max(200).optional().describe('The sandbox by default.'),
};

/** Returns a path with `/` separators and without `.` segments, as agents on Windows and in a shell write it. */
function plainPath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.filter(part => part !== '.').join('/');
}

/** The path of a flow file. */
export const FlowPath = z
  .string()
  .max(1000)
  .overwrite(plainPath)
  .refine(isLinkKey, 'Use a relative path that ends with .flow.json, such as flows/sign-in.flow.json.');

export const DeviceId = Uuid;

/** A finding of the checks. */
export const FindingOutput = z.object({
  severity: z.string(),
  code: z.string(),
  line: z.int(),
  message: Marked,
});

/** A step of a flow file; `path` is its index in `actions` and, for a child, in `children`. */
export const StepLine = z.object({
  path: z.array(z.int()),
  /** The key by which expressions read the step. */
  key: z.string().optional(),
  actionId: z.string().optional(),
  name: Words.optional(),
});
