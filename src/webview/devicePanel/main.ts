import '../common/page.css';
import './devicePanel.css';
import './map/map.css';
import './place/place.css';
import { DevicePanel } from './devicePanel.ts';
import { DeviceScreen } from './deviceScreen.ts';
import { GestureList } from './gestureList.ts';
import { WorldMap } from './map/worldMap.ts';
import { DevicePlace } from './place/devicePlace.ts';
import { PlaceField } from './place/placeField.ts';

customElements.define('device-screen', DeviceScreen);
customElements.define('gesture-list', GestureList);
customElements.define('world-map', WorldMap);
customElements.define('place-field', PlaceField);
customElements.define('device-place', DevicePlace);
customElements.define('device-panel', DevicePanel);
document.body.append(document.createElement('device-panel'));
