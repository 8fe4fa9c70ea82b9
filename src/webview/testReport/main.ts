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
import { TestReport } from './testReport.ts';

followColorScheme();
startPage('test-report', {
  'step-tree': StepTree,
  'trace-filmstrip': TraceFilmstrip,
  'trace-viewer': TraceViewer,
  'test-report': TestReport,
});

/** Names the color scheme and the contrast of the browser on the body, as VS Code does with its theme. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const show = (): void => {
    document.body.classList.toggle('vscode-dark', dark.matches);
    document.body.classList.toggle('vscode-light', !dark.matches);
    document.body.classList.toggle('vscode-high-contrast', contrast.matches);
  };
  for (const query of [dark, contrast]) query.addEventListener('change', show);
  show();
}
