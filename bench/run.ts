import { Figures } from './figures.ts';
import { measureLoading } from './loading.ts';
import { measureRequests } from './requests.ts';
import { measureSizes } from './sizes.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './startup.ts';
import { measureWorkbench } from './workbench.ts';

const figures = new Figures();
measureSizes(figures);
await measureLoading(figures);
await measureStart(figures);
await measureRequests(figures);
await measureSoak(figures);
await measureWorkbench(figures);
figures.table();
