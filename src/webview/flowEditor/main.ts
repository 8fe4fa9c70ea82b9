import '../common/page.css';
import '../common/section.css';
import './flowEditor.css';
import './steps.css';
import './stepRows.css';
import './searchPopup.css';
import './actionPicker.css';
import './inspector.css';
import './form.css';
import './values.css';
import { startPage } from '../common/startPage.ts';
import { ActionPicker } from './actionPicker.ts';
import { FlowEditor } from './flowEditor.ts';
import { PageDivider } from './divider.ts';
import { FoldedText } from './form/foldedText.ts';
import { OptionPicker } from './form/optionPicker.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { FlowInspector } from './inspector.ts';
import { StepFind } from './stepFind.ts';
import { StepList } from './stepList.ts';
import { ChipText } from './values/chipText.ts';
import { ValuePicker } from './values/valuePicker.ts';

startPage('flow-editor', {
  'folded-text': FoldedText,
  'popup-menu': PopupMenu,
  'option-picker': OptionPicker,
  'chip-text': ChipText,
  'value-picker': ValuePicker,
  'action-picker': ActionPicker,
  'step-find': StepFind,
  'step-list': StepList,
  'page-divider': PageDivider,
  'flow-inspector': FlowInspector,
  'flow-editor': FlowEditor,
});
