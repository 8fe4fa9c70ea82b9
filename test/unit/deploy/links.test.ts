import { linksCases } from '../../support/linksCases.ts';

describe('deploy/links', () => {
  for (const { name, run } of linksCases)
    it(`the links of a folder lose nothing and lead nowhere else with ${name}`, run);
});
