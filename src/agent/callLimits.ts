import type { AgentSettings } from './policy.ts';

const MINUTE_MS = 60_000;

/** The maximum numbers of calls. */
type Most = Pick<AgentSettings, 'callsPerMinute' | 'callsPerSession' | 'advice'>;

/** Counts the calls of agents within a minute and in all. */
export class CallLimits {
  #recent: readonly number[] = [];
  #total = 0;

  /** Counts a call at a time in milliseconds. Returns a sentence if it is one too many, which is not counted. */
  count(now: number, { callsPerMinute, callsPerSession, advice }: Most): string | undefined {
    this.#recent = this.#recent.filter(time => now - time < MINUTE_MS);
    if (this.#total >= callsPerSession)
      return `Agents have made ${this.#total} calls in this session, which is the limit. ${advice.callsPerSession}`;
    if (this.#recent.length >= callsPerMinute) {
      const seconds = Math.ceil((MINUTE_MS - (now - (this.#recent[0] ?? now))) / 1000);
      return `Agents may make ${callsPerMinute} calls per minute. Wait ${seconds} seconds.`;
    }
    this.#recent = [...this.#recent, now];
    this.#total++;
    return undefined;
  }
}
