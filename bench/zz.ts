import { Figures } from './figures.ts';
import { measureWorkbench } from './workbench.ts';
await measureWorkbench(new Figures());
