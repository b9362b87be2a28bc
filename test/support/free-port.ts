import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port on the loopback interface, for a program that does not accept port 0. It is below the range that operating
 * systems assign from, so no other test can take it before the program does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
