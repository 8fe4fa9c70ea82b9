import '../common/page.css';
import '../common/pictureSet.css';
import './steps.css';
import './traceViewer.css';
import './evidence.css';
import './comparison.css';
import './repair.css';
import './failedChecks.css';
import '../common/screenVideo/screenVideo.css';
import './recording.css';
import { startPage } from '../common/startPage.ts';
import { TraceFilmstrip } from './filmstrip.ts';
import { ScreenPreview } from './screenPreview.ts';
import { ScreenVideo } from '../common/screenVideo/screenVideo.ts';
import { TraceTree } from './traceTree.ts';
import { TraceViewer } from './traceViewer.ts';

startPage('trace-viewer', {
  'screen-preview': ScreenPreview,
  'screen-video': ScreenVideo,
  'trace-tree': TraceTree,
  'trace-filmstrip': TraceFilmstrip,
  'trace-viewer': TraceViewer,
});
