import { randomBytes } from 'node:crypto';
import { Server } from 'node:http';

// Preloaded into the VS Code server. The workbench requests half of its encryption key for secrets from the server. In
// code-server, a front end that is not used here responds to that; without a response, secrets would be lost when a
// window reloads.

const key = randomBytes(32);
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...args) {
  const [request, response] = args;
  if (event !== 'request' || request.url !== '/mint-key') return emit.call(this, event, ...args);
  response.end(key);
  return true;
};
