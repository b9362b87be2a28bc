import { print, stripControls, styled } from '@modegate/cli-kit';
import type { InspectedServer } from '../gateway/inspect-upstreams.ts';

/**
 * Returns a function that prints a line for a server that has answered or failed; nothing if it would repeat the last
 * line for that server.
 */
export function createServerLines(): (server: InspectedServer) => void {
  const said = new Map<string, string>();
  return (server) => {
    const { name, state, problem } = server;
    const news = problem ?? state.status;
    if (said.get(name) === news) return;
    said.set(name, news);
    print(describeServer(server));
  };
}

function describeServer({ name, state, tools, tokens, problem }: InspectedServer): string {
  const line = (detail: string): string => `${stripControls(name).padEnd(20)} ${stripControls(detail)}`;
  if (state.status === 'disabled') return styled('dim', `  - ${line(`disabled: ${state.reason}`)}`);
  if (problem !== undefined) return `  ${styled('red', '✗')} ${line(`${state.status}: ${problem}`)}`;
  // Shows the version of each connected server, which indicates to which of the two eras of MCP it belongs.
  const protocol = state.status === 'connected' ? `, protocol ${state.protocolVersion}` : '';
  return `  ${styled('green', '✓')} ${line(`${toolCount(tools)}, ${tokens} tokens${protocol}`)}`;
}

/** Returns the number of tools in words. */
export function toolCount(count: number): string {
  return `${count} ${count === 1 ? 'tool' : 'tools'}`;
}
