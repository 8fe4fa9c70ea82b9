/** Returns a command handler that is loaded when it is first used, because it imports a lot. */
export function deferred<Services, Given extends readonly unknown[]>(
  load: () => Promise<(services: Services, ...given: Given) => unknown>,
): (services: Services, ...given: Given) => Promise<unknown> {
  return async (services, ...given) => (await load())(services, ...given);
}
