import { printError } from './print.ts';

/** Says what a server on stdin and stdout waits for when a person has started it by hand; a client has a pipe there, and reads nothing. */
export function hintOnTerminal(program: string): void {
  if (!process.stdin.isTTY) return;
  printError(
    `${program} is waiting for an MCP client on stdin. \`${program} install --client <client>\` adds it to one, \`${program} doctor\` checks the setup; Ctrl-C ends it.`,
  );
}
