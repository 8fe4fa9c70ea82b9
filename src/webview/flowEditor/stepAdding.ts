import { type InsertionPoint, stepNumber } from '../../flow/edit/flowEdit.ts';
import type { OpenFlow } from '../../protocol/flowEditor.ts';
import type { ActionPicker } from './actionPicker.ts';
import type { EditorModel } from './editorModel.ts';
import type { ListRow } from './steps.ts';

/** The list that a step is added to. */
interface AddingList {
  readonly model: EditorModel;
  readonly flow: OpenFlow;
  readonly rows: readonly ListRow[];
  readonly picker: ActionPicker;
  /** Renders the list, and returns the element of a row once it is there. */
  rendered(key: string): Promise<HTMLElement | null>;
  /** Runs work after the pending actions of the list. */
  runInTurn(work: () => Promise<void>): void;
  focusRow(): void;
}

/** The place in the step list where the user adds a step. */
export class StepAdding {
  /** The key of the row above the place; undefined while no step is added. */
  rowKey: string | undefined;

  /** Opens the search for the action of a new step: below the row above its place, or below a button. */
  async add(to: InsertionPoint, list: AddingList, button?: HTMLElement): Promise<void> {
    const { model, flow } = list;
    const count = await model.prepareStep();
    const row = list.rows.find(({ after }) => after.parent === to.parent && after.index === to.index);
    this.rowKey = row?.key ?? '';
    const anchor = await list.rendered(this.rowKey);
    anchor?.scrollIntoView({ block: 'nearest' });
    const outer = flow.steps.find(({ step }) => step.length === 1 && step[0] === to.parent);
    await list.picker.open({
      anchor: button ?? anchor ?? list.picker,
      label: outer ? `Add step inside ${stepNumber(outer.step)} ${outer.name}` : 'Add step',
      choose: actionId => list.runInTurn(() => model.insertStep(count, to, actionId)),
      closed: () => {
        this.rowKey = undefined;
        void list.rendered('');
        list.focusRow();
      },
    });
  }
}
