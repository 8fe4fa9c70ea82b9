import { Store } from '../../src/sandbox/store/store.ts';

// Writes pairs of records until it is killed, and prints the number of each stored pair.
const store = new Store(process.argv[2]);
const service = 'webhooks';
for (let pair = 0; ; pair++) {
  store.transaction(() => {
    store.actions.put({ id: `${pair}-a`, name: 'first', service });
    store.actions.put({ id: `${pair}-b`, name: 'second', service });
  });
  process.stdout.write(`${pair}\n`);
}
