import '../common/page.css';
import './steps.css';
import './traceViewer.css';
import './evidence.css';
import './comparison.css';
import './repair.css';
import '../common/screenVideo/screenVideo.css';
import './recording.css';
import { startPage } from '../common/startPage.ts';
import { TraceFilmstrip } from './filmstrip.ts';
import { ScreenPreview } from './screenPreview.ts';
import { ScreenVideo } from '../common/screenVideo/screenVideo.ts';
import { StepTree } from './stepTree.ts';
import { TraceViewer } from './traceViewer.ts';

startPage('trace-viewer', {
  'screen-preview': ScreenPreview,
  'screen-video': ScreenVideo,
  'step-tree': StepTree,
  'trace-filmstrip': TraceFilmstrip,
  'trace-viewer': TraceViewer,
});
