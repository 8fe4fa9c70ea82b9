import type { Figures } from './figures.ts';

/** Measures one part, and adds its figures. */
export type Measure = (figures: Figures) => Promise<void> | void;

/** The parts of the benchmarks by name, in their order. Each is loaded when it runs. */
export const PARTS: Readonly<Record<string, () => Promise<Measure>>> = {
  sizes: async () => (await import('./sizes.ts')).measureSizes,
  loading: async () => (await import('./loading.ts')).measureLoading,
  startup: async () => (await import('./startup.ts')).measureStart,
  schemaSuite: async () => (await import('./schemaSuite.ts')).measureSchemaSuite,
  flowLanguage: async () => (await import('./flowLanguage.ts')).measureFlowLanguage,
  flowEditing: async () => (await import('./flowEditing.ts')).measureFlowEditing,
  flowComparison: async () => (await import('./flowComparison.ts')).measureFlowComparison,
  selectors: async () => (await import('./selectors.ts')).measureSelectors,
  flowPage: async () => (await import('./flowPage.ts')).measureFlowPage,
  requests: async () => (await import('./requests.ts')).measureRequests,
  pictures: async () => (await import('./pictures.ts')).measurePictures,
  phones: async () => (await import('./phones.ts')).measurePhones,
  soak: async () => (await import('./soak.ts')).measureSoak,
  agents: async () => (await import('./agents.ts')).measureAgents,
  testRuns: async () => (await import('./testRuns.ts')).measureTestRuns,
  traces: async () => (await import('./traces.ts')).measureTraces,
  traceViewer: async () => (await import('./traceViewer.ts')).measureTraceViewer,
  flowTyping: async () => (await import('./flowTyping.ts')).measureFlowTyping,
  flowWindow: async () => (await import('./flowWindow.ts')).measureFlowWindow,
  mirror: async () => (await import('./mirror.ts')).measureMirror,
  devicePanel: async () => (await import('./devicePanel.ts')).measureDevicePanel,
  liveScreen: async () => (await import('./liveScreen.ts')).measureLiveScreen,
  deviceGrid: async () => (await import('./deviceGrid.ts')).measureDeviceGrid,
  recorder: async () => (await import('./recorder.ts')).measureRecorder,
  workbench: async () => (await import('./workbench.ts')).measureWorkbench,
  largeLists: async () => (await import('./largeLists.ts')).measureLargeLists,
};
