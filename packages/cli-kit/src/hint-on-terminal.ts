import { printError } from './print.ts';

/**
 * Explains to a person who started a stdio server by hand what it waits for; prints nothing if a client's pipe is
 * there.
 */
export function hintOnTerminal(program: string): void {
  if (!process.stdin.isTTY) return;
  printError(
    `${program} is waiting for an MCP client on stdin. \`${program} install --client <client>\` adds it to one, \`${program} doctor\` checks the setup; Ctrl-C ends it.`,
  );
}
