import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback interface that nobody listens on, for a program that cannot be given 0. It is below the ports
 * that systems hand out themselves, so that no other test gets it before the program has it.
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
