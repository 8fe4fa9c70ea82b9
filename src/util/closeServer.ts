/** An HTTP server of Node, as far as it is closed. */
interface ClosableServer {
  close(closed: () => void): unknown;
  closeAllConnections(): void;
}

/** Closes an HTTP server with its connections, and waits until it is closed. */
export function closeServer(server: ClosableServer): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
