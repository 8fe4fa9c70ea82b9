import type { DebugBreakpoint, SetBreakpoint } from '../contract/sandbox/debug.ts';
import { plainText } from '../util/plainText.ts';
import { type DebuggedFlow, runStepOf } from './flowSource.ts';
import type { Breakpoint, SourceBreakpoint } from './protocol.ts';

/** A breakpoint of the file with the step that it belongs to. */
interface Placed {
  readonly id: number;
  readonly given: SourceBreakpoint;
  readonly shown: Breakpoint;
  readonly step: DebugBreakpoint['step'] | undefined;
}

/** The breakpoints of the flow file that is debugged. */
export class Breakpoints {
  #placed: readonly Placed[] = [];
  #nextId = 1;

  /** Replaces the breakpoints. Each moves to the first line of its step. */
  place(given: readonly SourceBreakpoint[], source: DebuggedFlow): void {
    this.#placed = given.map(one => this.#place(one, source));
  }

  /** The breakpoints as VS Code shows them, in the order in which they were given. */
  get shown(): readonly Breakpoint[] {
    return this.#placed.map(({ shown }) => shown);
  }

  /** The breakpoints as the sandbox takes them. */
  get body(): DebugBreakpoint[] {
    return this.#placed.flatMap(({ step, id, given }) => {
      if (!step) return [];
      const { condition, hitCondition, logMessage } = given;
      return [
        {
          id: String(id),
          step,
          condition: condition === undefined ? null : asCondition(condition),
          hitCount: hitCondition?.replaceAll(/\s/g, '') ?? null,
          logMessage: logMessage === undefined ? null : asTemplate(logMessage),
        },
      ];
    });
  }

  /** Takes over the sandbox's judgment, and returns the breakpoints whose state changed. */
  judge(verdicts: readonly SetBreakpoint[]): readonly Breakpoint[] {
    const changed: Breakpoint[] = [];
    this.#placed = this.#placed.map(one => {
      const verdict = verdicts.find(({ id }) => id === String(one.id));
      if (!verdict || verdict.verified === one.shown.verified) return one;
      const { message } = verdict;
      const shown = {
        ...one.shown,
        verified: verdict.verified,
        ...(message == null ? {} : { message: plainText(message) }),
      };
      changed.push(shown);
      return { ...one, shown };
    });
    return changed;
  }

  #place(given: SourceBreakpoint, source: DebuggedFlow): Placed {
    const id = this.#nextId++;
    const place = source.stepAtLine(
      given.line - 1,
      given.column === undefined ? undefined : given.column - 1,
    );
    if (!place) {
      const message = 'There is no step at this line.';
      return { id, given, shown: { id, verified: false, message, line: given.line }, step: undefined };
    }
    const shown = { id, verified: true, line: place.line + 1 };
    return { id, given, shown, step: runStepOf(place.step) };
  }
}

/** Returns a condition with braces around a bare expression, so that a person can leave them out. */
function asCondition(text: string): string {
  const bare = text.trim();
  return /^[A-Za-z_$][\w$.[\]-]*$/.test(bare) && bare !== 'true' && bare !== 'false' ? `{{${bare}}}` : bare;
}

// Other debuggers have single braces in log messages, so both are accepted.
function asTemplate(text: string): string {
  return text.replaceAll(/(?<!\{)\{([^{}]+)\}(?!\})/g, '{{$1}}');
}
