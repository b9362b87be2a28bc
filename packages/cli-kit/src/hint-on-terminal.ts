import { printError } from './print.ts';

/**
 * Prints what a server on stdin and stdout is waiting for if a person has started it by hand; a client uses a pipe
 * there and gets no message.
 */
export function hintOnTerminal(program: string): void {
  if (!process.stdin.isTTY) return;
  printError(
    `${program} is waiting for an MCP client on stdin. \`${program} install --client <client>\` adds it to one, \`${program} doctor\` checks the setup; Ctrl-C ends it.`,
  );
}
