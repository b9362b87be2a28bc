import { AppError, print, stripControls } from '@modegate/cli-kit';
import { shortHash } from '@modegate/tool-gateway/trust';
import type { Inspection } from '../gateway/inspect-upstreams.ts';

/**
 * Prints everything that an approval covers, or the instructions of a server, with control and invisible characters
 * escaped. Returns the exit code.
 *
 * @throws {AppError} exit code 2 if no such tool or server is found.
 */
export function printDefinition({ tools, servers }: Inspection, name: string): number {
  const found = tools.find(({ tool }) => tool.exposedName === name)?.tool;
  const instructions = servers.find((server) => server.name === name)?.instructions;
  if (found !== undefined) {
    print(`sha256 ${shortHash(found)}`);
    print(escaped(JSON.stringify({ server: found.server, ...found.definition }, null, 2)));
    return 0;
  }
  if (instructions === undefined)
    throw new AppError(
      stripControls(
        `No reachable server has a tool named '${name}', and no reachable server with that name has instructions.`,
      ),
    );
  print(escaped(instructions));
  return 0;
}

function escaped(text: string): string {
  return text.replaceAll(
    /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
