import '../common/page.css';
import './flowEditor.css';
import './steps.css';
import './inspector.css';
import './form.css';
import { startPage } from '../common/startPage.ts';
import { FlowEditor } from './flowEditor.ts';
import { PageDivider } from './divider.ts';
import { Completion } from './form/completion.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { FlowInspector } from './inspector.ts';
import { StepFind } from './stepFind.ts';
import { StepList } from './stepList.ts';

startPage('flow-editor', {
  'popup-menu': PopupMenu,
  'completion-list': Completion,
  'step-find': StepFind,
  'step-list': StepList,
  'page-divider': PageDivider,
  'flow-inspector': FlowInspector,
  'flow-editor': FlowEditor,
});
