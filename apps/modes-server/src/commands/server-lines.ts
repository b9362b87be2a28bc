import { print, stripControls, styled } from '@modegate/cli-kit';
import type { InspectedServer } from '../gateway/inspect-upstreams.ts';

/** Prints a line for a server that has answered or failed; nothing for one that it has said the same of before. */
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
  // Each connected server says its version: by that, people see which of the two eras of MCP it is of.
  const protocol = state.status === 'connected' ? `, protocol ${state.protocolVersion}` : '';
  return `  ${styled('green', '✓')} ${line(`${toolCount(tools)}, ${tokens} tokens${protocol}`)}`;
}

/** How many tools, in words. */
export function toolCount(count: number): string {
  return `${count} ${count === 1 ? 'tool' : 'tools'}`;
}
