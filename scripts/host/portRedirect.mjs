import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Starts a server that redirects `/<port>/<rest>` to `http://127.0.0.1:<port>/<rest>`. VS Code in the browser opens
 * local addresses through such a path, which its own server does not handle. `template` is the URL with the placeholder
 * `{{port}}`.
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
