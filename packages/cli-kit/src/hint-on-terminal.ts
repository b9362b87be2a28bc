import { printError } from './print.ts';

/**
 * If a user has started a server on stdin and stdout by hand, prints what the server is waiting for; a client uses a
 * pipe and receives no message.
 */
export function hintOnTerminal(program: string): void {
  if (!process.stdin.isTTY) return;
  printError(
    `${program} is waiting for an MCP client on stdin. To add it to a client, run \`${program} install --client <client>\`. To check the setup, run \`${program} doctor\`. Press Ctrl-C to stop.`,
  );
}
