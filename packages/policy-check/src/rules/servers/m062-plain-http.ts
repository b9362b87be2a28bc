import type { ServerEntry } from '@modegate/project';
import type { Fix } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { SourceText } from '../../source/source-text.ts';
import { defineRule, exampleWithRepair, serversText } from '../define-rule.ts';
import { isLoopback, isPrivateHost, readAddress } from './address.ts';
import { findPackage, programName } from './launched-package.ts';

/** M062: a remote server that is accessed without encryption. */
export const plainHttp = defineRule(['M062', 'plain-http', 'error', 'default'], {
  summary: 'A server on another machine is reached over `http://`.',
  reason:
    'Anyone between the agent and the server can read every argument, result and header, including tokens. They can also change the responses: they can add tools, change descriptions, or insert text that tells the agent what to do. No client that uses the format warns about this. The rule ignores the local machine and addresses that come from a variable. For an address in a private network, the finding is a warning.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText('"docs": { "type": "streamable-http", "url": "http://docs.example.com/mcp" }'),
    },
    {
      '    "docs": { "type": "streamable-http", "url": "http://docs.example.com/mcp" }':
        '    "docs": { "type": "streamable-http", "url": "https://docs.example.com/mcp" },\n    "local": { "type": "streamable-http", "url": "http://localhost:3000/mcp" }',
    },
  ),
  isFixable: true,
  *check(workspace) {
    for (const server of workspace.servers) {
      const place = findAddress(server);
      const address = place && readAddress(place.text);
      if (place === undefined || address?.scheme !== 'http' || isLoopback(address.host)) continue;
      const source = workspace.source(server.file);
      const isPrivate = isPrivateHost(address.host);
      const message = `Server ${shown(server.name)} is reached over http:// at ${shown(address.host)}, so ${isPrivate ? 'everyone in that network' : 'everyone in between'} can read and change the traffic. Use https://.`;
      yield {
        message,
        location: source.locate(place.pointer),
        severity: isPrivate ? 'warning' : 'error',
        server: server.name,
        fix: useHttps(source, place.pointer),
      };
    }
  },
});

// Programs that connect to a remote server on behalf of a client that cannot do so itself.
const bridges = /^(?:mcp-remote|mcp-proxy|supergateway)(?:$|[@=])/;

function findAddress(server: ServerEntry): { readonly text: string; readonly pointer: string } | undefined {
  if (server.state === 'invalid') return undefined;
  const { config, pointer } = server;
  if (config.type !== 'stdio') return { text: config.url, pointer: `${pointer}/url` };
  if (!bridges.test(findPackage(server)?.name ?? programName(config.command))) return undefined;
  const index = config.args.findIndex((argument) => /^https?:\/\//i.test(argument));
  const text = config.args[index];
  return text === undefined ? undefined : { text, pointer: `${pointer}/args/${index}` };
}

/** Not a safe fix: the server may not respond over HTTPS. */
function useHttps(source: SourceText, pointer: string): Fix | undefined {
  const span = source.spanOf(pointer);
  const at = span === undefined ? -1 : source.text.slice(span.start, span.end).search(/http:/i);
  if (span === undefined || at === -1) return undefined;
  const start = span.start + at;
  return {
    description: 'Use https://.',
    edits: [{ file: source.file, start, end: start + 4, text: 'https' }],
    isSafe: false,
  };
}
