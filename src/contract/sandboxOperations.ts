import type { Operation } from './operation.ts';
import { controlOperations } from './sandbox/control.ts';
import { sandboxDeviceOperations } from './sandbox/devices.ts';
import { sandboxFlowOperations } from './sandbox/flows.ts';
import { sandboxKeyOperations } from './sandbox/keys.ts';
import { sandboxLoopbackOperations } from './sandbox/loopback.ts';
import { sandboxMailboxOperations } from './sandbox/mailboxes.ts';
import { sandboxStateOperations } from './sandbox/state.ts';

/**
 * Operations that only the sandbox has, in the form of the table of operations. Their paths begin at the
 * server's root, not below the version segment: `/_control` for tests, `/_sandbox` for people.
 */
export const sandboxOperations = {
  ...controlOperations,
  ...sandboxStateOperations,
  ...sandboxKeyOperations,
  ...sandboxLoopbackOperations,
  ...sandboxFlowOperations,
  ...sandboxDeviceOperations,
  ...sandboxMailboxOperations,
} as const satisfies Record<string, Operation>;

/** The sandbox's own table, from which requests and answers are derived. */
export type SandboxOperations = typeof sandboxOperations;

/** The name of an operation that only the sandbox has, such as `addFault`. */
export type SandboxOperationId = keyof SandboxOperations;
