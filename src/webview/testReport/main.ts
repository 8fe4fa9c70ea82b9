import './theme.css';
import '../common/page.css';
import '../traceViewer/steps.css';
import '../traceViewer/traceViewer.css';
import '../traceViewer/evidence.css';
import './testReport.css';
import { startPage } from '../common/startPage.ts';
import { TraceFilmstrip } from '../traceViewer/filmstrip.ts';
import { StepTree } from '../traceViewer/stepTree.ts';
import { TraceViewer } from '../traceViewer/traceViewer.ts';
import { followColorScheme } from './colorScheme.ts';
import { TestReport } from './testReport.ts';

followColorScheme();
startPage('test-report', {
  'step-tree': StepTree,
  'trace-filmstrip': TraceFilmstrip,
  'trace-viewer': TraceViewer,
  'test-report': TestReport,
});
