import { explain } from '../host/explain.ts';
import type { OpenFlow } from '../protocol/flowEditor.ts';
import type { SessionState } from '../stores/session.ts';

/** Returns the label, icon and tooltip of the active connection for the editor header. */
export function describeConnection(state: SessionState): OpenFlow['connection'] {
  if (state.kind === 'none') {
    return { label: 'No Connection', icon: 'debug-disconnect', detail: 'Choose a connection' };
  }
  const label = state.connection.name;
  switch (state.kind) {
    case 'closed':
      return { label, icon: 'device-mobile', detail: `${label}: not connected` };
    case 'opening':
      return { label, icon: 'sync', detail: `${label}: connecting` };
    case 'open':
      return { label, icon: 'device-mobile', detail: `${label}: connected` };
    case 'signedOut':
      return { label, icon: 'key', detail: `${label}: signed out` };
    case 'rejected':
      return { label, icon: 'warning', detail: `${label}: the API key was refused` };
    case 'failed':
      return { label, icon: 'error', detail: `${label}: ${explain(state.error).summary}` };
  }
}
