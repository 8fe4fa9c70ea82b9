import { randomBytes } from 'node:crypto';
import { Server } from 'node:http';

// Loaded into the VS Code server before its own program. The workbench asks the server for half of the key
// that encrypts its secrets; code-server answers that in a front end that is left out here, and without an
// answer a stored secret would not survive a reload of the window.

const key = randomBytes(32);
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...args) {
  const [request, response] = args;
  if (event !== 'request' || request.url !== '/mint-key') return emit.call(this, event, ...args);
  response.end(key);
  return true;
};
