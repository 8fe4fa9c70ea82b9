import type { Operation } from './operation.ts';
import type { OperationId } from './operations.ts';
import { sandboxAccessOperations } from './sandbox/access.ts';
import { controlOperations } from './sandbox/control.ts';
import { sandboxDebugOperations } from './sandbox/debug.ts';
import { sandboxDeviceOperations } from './sandbox/devices.ts';
import { sandboxMailboxOperations } from './sandbox/mailboxes.ts';
import { sandboxPhoneOperations } from './sandbox/phones.ts';
import { sandboxStateOperations } from './sandbox/state.ts';
import { sandboxTrialOperations } from './sandbox/trials.ts';
import { sandboxTraceOperations } from './sandbox/traces.ts';

/**
 * The sandbox-only operations. Their paths are relative to the server's root, not to the version segment: `/_control`
 * for tests, `/_sandbox` for users.
 */
export const sandboxOperations = {
  ...controlOperations,
  ...sandboxStateOperations,
  ...sandboxAccessOperations,
  ...sandboxTrialOperations,
  ...sandboxDebugOperations,
  ...sandboxTraceOperations,
  ...sandboxDeviceOperations,
  ...sandboxMailboxOperations,
  ...sandboxPhoneOperations,
} as const satisfies Record<string, Operation>;

export type SandboxOperations = typeof sandboxOperations;

/** The ID of a sandbox-only operation, such as `addFault`. */
export type SandboxOperationId = keyof SandboxOperations;

/** The ID of an operation of the service, or of one that only the sandbox has. */
export type AnyOperationId = OperationId | SandboxOperationId;
