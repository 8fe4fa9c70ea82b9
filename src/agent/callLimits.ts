import { counted } from '../flow/check/checkSummary.ts';
import type { AgentSettings } from './policy.ts';

const MINUTE_MS = 60_000;

/** The maximum numbers of calls. */
type Limits = Pick<AgentSettings, 'callsPerMinute' | 'callsPerSession' | 'advice'>;

/** Counts the calls of agents in the last minute and in total. */
export class CallLimits {
  #recent: readonly number[] = [];
  #total = 0;

  /**
   * Counts a call that is made at `now`, in milliseconds. If the call exceeds a limit, returns the reason and does not
   * count it.
   */
  count(now: number, { callsPerMinute, callsPerSession, advice }: Limits): string | undefined {
    this.#recent = this.#recent.filter(time => now - time < MINUTE_MS);
    if (this.#total >= callsPerSession)
      return `Agents have made ${counted(this.#total, 'call')} in this session, which is the limit. ${advice.callsPerSession}`;
    if (this.#recent.length >= callsPerMinute) {
      const seconds = Math.ceil((MINUTE_MS - (now - (this.#recent[0] ?? now))) / 1000);
      return `Agents may make ${counted(callsPerMinute, 'call')} per minute. Wait ${counted(seconds, 'second')}.`;
    }
    this.#recent = [...this.#recent, now];
    this.#total++;
    return undefined;
  }
}
