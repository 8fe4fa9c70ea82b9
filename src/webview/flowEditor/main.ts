import '../common/page.css';
import './flowEditor.css';
import './steps.css';
import './form.css';
import { FlowEditor } from './flowEditor.ts';
import { PageDivider } from './divider.ts';
import { Completion } from './form/completion.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { FlowInspector } from './inspector.ts';
import { StepList } from './stepList.ts';

customElements.define('popup-menu', PopupMenu);
customElements.define('completion-list', Completion);
customElements.define('step-list', StepList);
customElements.define('page-divider', PageDivider);
customElements.define('flow-inspector', FlowInspector);
customElements.define('flow-editor', FlowEditor);
document.body.append(document.createElement('flow-editor'));
