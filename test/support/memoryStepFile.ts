import type { RecordedFile } from '../../src/appState/recordings.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { applyInOrder } from '../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../../src/flow/edit/flowEdit.ts';
import { RecordedSteps, type StepFile } from '../../src/flowEditor/recordedSteps.ts';
import { placedSteps } from '../../src/flowEditor/stepCards.ts';
import type { EditReply } from '../../src/protocol/flowEditor.ts';

/** A step as the file has it. */
interface WrittenStep {
  readonly actionId: string;
  readonly position: number;
  readonly nameOverride?: string;
  readonly overrides?: { readonly params?: Readonly<Record<string, unknown>> };
}

/** A flow file in memory that a recording writes to, without an editor. */
export class MemoryStepFile {
  text = `${JSON.stringify({ name: 'Recorded', actions: [] }, undefined, 2)}\n`;
  /** The number of undoable edits of the recording. */
  edits = 0;
  /** The step at the cursor; an edit moves it, as editors do. */
  cursor: StepPath | undefined;
  /** The reason why the file refuses edits. */
  refusal: string | undefined;
  readonly recorded: RecordedFile = new RecordedSteps(
    'file:///work/test.flow.json',
    () => Promise.resolve(this.#file),
    ({ path: step }, change) => {
      const params = change(this.params(step[0]) ?? {});
      if (params) this.#apply([{ kind: 'set', location: { in: 'params', step, path: [] }, value: params }]);
      return Promise.resolve();
    },
  );

  get steps(): readonly WrittenStep[] {
    return (JSON.parse(this.text) as { actions: WrittenStep[] }).actions;
  }

  /** Returns the parameters that a step overrides. */
  params(index: number): Readonly<Record<string, unknown>> | undefined {
    return this.steps[index]?.overrides?.params;
  }

  /** Changes or removes a step, or puts others beside it, as a user does. */
  user(index: number, change: (step: WrittenStep) => WrittenStep | readonly WrittenStep[] | undefined): void {
    this.#write(this.steps.flatMap((step, at) => (at === index ? (change(step) ?? []) : [step])));
  }

  /** Swaps two steps, as a user does. */
  swap(one: number, other: number): void {
    const { steps } = this;
    const swapped = steps.map((step, at) => (at === one ? steps[other] : at === other ? steps[one] : step));
    this.#write(swapped);
  }

  get #file(): StepFile {
    return {
      version: this.edits,
      steps: placedSteps(parseFlow(this.text)),
      cursor: this.cursor,
      apply: (edits, cursor) => Promise.resolve(this.#apply(edits, cursor)),
    };
  }

  #apply(edits: readonly FlowEdit[], cursor?: StepPath): EditReply {
    if (this.refusal !== undefined) return { kind: 'refused', sentence: this.refusal };
    const outcome = applyInOrder(this.text, edits);
    if (outcome.kind === 'refused') return outcome;
    this.text = applyEdits(this.text, outcome.edits);
    this.edits++;
    this.cursor = outcome.steps.at(-1) ?? cursor ?? this.cursor;
    return { kind: 'done', version: this.edits, steps: outcome.steps };
  }

  #write(actions: readonly unknown[]): void {
    this.text = `${JSON.stringify({ name: 'Recorded', actions }, undefined, 2)}\n`;
  }
}
