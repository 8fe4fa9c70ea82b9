import { linkTrials } from '../../support/linkTrials.ts';

describe('the links of a folder lose nothing and lead nowhere else with', () => {
  for (const { name, run } of linkTrials) it(name, run);
});
