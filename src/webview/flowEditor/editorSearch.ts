import type { StepPath } from '../../flow/edit/flowEdit.ts';
import {
  type ActionMatches,
  actionMatches,
  foundSteps,
  type FlowRequest,
} from '../../protocol/flowEditor.ts';
import { valueChoices, type ValueChoices } from '../../protocol/flowValues.ts';

const NO_VALUES: ValueChoices = { choices: [], hasMore: false };

/** The searches of the editor, which the extension answers. */
export class EditorSearch {
  readonly #ask: (request: FlowRequest) => Promise<unknown>;

  constructor(ask: (request: FlowRequest) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Returns the steps that contain a text. */
  async steps(text: string): Promise<readonly StepPath[]> {
    const answer = text === '' ? [] : await this.#ask({ kind: 'find', text });
    return foundSteps(answer) ? answer : [];
  }

  /** Returns the actions that match a text. */
  async actions(text: string): Promise<ActionMatches | undefined> {
    const answer = await this.#ask({ kind: 'findActions', text });
    return actionMatches(answer) ? answer : undefined;
  }

  /** Returns the values that a step can read, and that match a text; with `inside`, those within a value. */
  async values(step: StepPath | undefined, text: string, inside: string | undefined): Promise<ValueChoices> {
    const answer = step && (await this.#ask({ kind: 'findValues', step, text, inside }));
    return valueChoices(answer) ? answer : NO_VALUES;
  }
}
