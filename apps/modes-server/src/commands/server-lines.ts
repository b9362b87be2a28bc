import { print, stripControls, styled } from '@modegate/cli-kit';
import type { InspectedServer } from '../gateway/inspect-upstreams.ts';

/** Prints a line for a server that has answered or failed, unless the same line was printed before. */
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
  // The protocol version of each connected server shows whether it is stateless or session-based.
  const protocol = state.status === 'connected' ? `, protocol ${state.protocolVersion}` : '';
  return `  ${styled('green', '✓')} ${line(`${toolCount(tools)}, ${tokens} tokens${protocol}`)}`;
}

/** Formats a number of tools. */
export function toolCount(count: number): string {
  return `${count} ${count === 1 ? 'tool' : 'tools'}`;
}
