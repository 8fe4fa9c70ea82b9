import { linksCases } from '../../support/linksCases.ts';

describe('the links of a folder lose nothing and lead nowhere else with', () => {
  for (const { name, run } of linksCases) it(name, run);
});
