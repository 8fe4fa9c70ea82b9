import '../common/page.css';
import './devicePanel.css';
import { DevicePanel } from './devicePanel.ts';
import { DeviceScreen } from './deviceScreen.ts';
import { GestureList } from './gestureList.ts';

customElements.define('device-screen', DeviceScreen);
customElements.define('gesture-list', GestureList);
customElements.define('device-panel', DevicePanel);
document.body.append(document.createElement('device-panel'));
