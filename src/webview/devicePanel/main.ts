import '../common/page.css';
import './touch.css';
import './devicePanel.css';
import '../common/section.css';
import './map/map.css';
import './place/place.css';
import './pick.css';
import './recorder.css';
import '../common/screenVideo/screenVideo.css';
import './screenRecordings/screenRecordings.css';
import { startPage } from '../common/startPage.ts';
import { DevicePanel } from './devicePanel.ts';
import { DeviceScreen } from './deviceScreen.ts';
import { ElementTree } from './elementTree.ts';
import { PictureAge } from './pictureAge.ts';
import { SwipeForm } from './swipeForm.ts';
import { TextForm } from './textForm.ts';
import { GestureList } from './gestureList.ts';
import { WorldMap } from './map/worldMap.ts';
import { LocationSection } from './place/locationSection.ts';
import { PlaceField } from './place/placeField.ts';
import { MirrorPicture } from './mirrorPicture.ts';
import { ScreenVideo } from '../common/screenVideo/screenVideo.ts';
import { ScreenRecordingList } from './screenRecordings/screenRecordingList.ts';
import { MirrorList } from './mirrorList.ts';

startPage('device-panel', {
  'device-screen': DeviceScreen,
  'element-tree': ElementTree,
  'gesture-list': GestureList,
  'world-map': WorldMap,
  'place-field': PlaceField,
  'location-section': LocationSection,
  'picture-age': PictureAge,
  'swipe-form': SwipeForm,
  'text-form': TextForm,
  'mirror-picture': MirrorPicture,
  'mirror-list': MirrorList,
  'screen-video': ScreenVideo,
  'screen-recordings': ScreenRecordingList,
  'device-panel': DevicePanel,
});
