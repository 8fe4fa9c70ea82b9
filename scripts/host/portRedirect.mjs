import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Starts what leads a browser from `/<port>/<rest>` to `http://127.0.0.1:<port>/<rest>`. A window in the browser opens
 * addresses of this computer through a path for each port, which the server of a window does not serve. `template` is
 * the address with `{{port}}` for the number.
 */
export async function startPortRedirect() {
  const server = createServer((request, response) => {
    const [, port, rest] = /^\/(\d{1,5})(\/.*)$/.exec(request.url ?? '') ?? [];
    if (port === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: `http://127.0.0.1:${port}${rest}` }).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return { template: `http://127.0.0.1:${server.address().port}/{{port}}/`, stop: () => server.close() };
}
