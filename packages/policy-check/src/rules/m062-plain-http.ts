import type { Rule } from '../rule.ts';
import { isLoopback, isPrivateHost, readAddress } from './support/address.ts';
import { shown } from './support/shown.ts';

/** M062: a remote server that is spoken to without encryption. */
export const plainHttp: Rule = {
  id: 'M062',
  name: 'plain-http',
  severity: 'error',
  persona: 'default',
  since: '0.1.0',
  summary: 'A server is reached over `http://` on another machine.',
  reason:
    'Whoever stands between the agent and the server reads every argument, result and header, tokens included, and may change what comes back: new tools, other descriptions, text that tells the agent what to do. No client of the format warns of it. This machine is left alone, and so are addresses that come from a variable; a private network gives a warning.',
  bad: {
    files: {
      'mcp.json':
        '{\n  "mcpServers": {\n    "docs": { "type": "streamable-http", "url": "http://docs.example.com/mcp" }\n  }\n}\n',
    },
  },
  good: {
    files: {
      'mcp.json':
        '{\n  "mcpServers": {\n    "docs": { "type": "streamable-http", "url": "https://docs.example.com/mcp" },\n    "local": { "type": "streamable-http", "url": "http://localhost:3000/mcp" }\n  }\n}\n',
    },
  },
  isFixable: true,
  *check(workspace) {
    for (const server of workspace.servers) {
      if (server.state === 'invalid' || server.config.type === 'stdio') continue;
      const address = readAddress(server.config.url);
      if (address?.scheme !== 'http' || isLoopback(address.host)) continue;
      const source = workspace.source(server.file);
      const pointer = `${server.pointer}/url`;
      const isPrivate = isPrivateHost(address.host);
      const message = `Server ${shown(server.name)} is reached over http:// at ${shown(address.host)}, so that ${isPrivate ? 'everyone in that network' : 'everyone on the way'} can read and change what is said. Use https://.`;
      const span = source.spanOf(pointer);
      const at = span === undefined ? -1 : source.text.slice(span.start, span.end).search(/http:/i);
      const start = (span?.start ?? 0) + at;
      const fix =
        at === -1
          ? undefined
          : {
              description: 'Use https://.',
              edits: [{ file: server.file, start, end: start + 4, text: 'https' }],
              // The server may not answer there.
              isSafe: false,
            };
      yield {
        message,
        location: source.locate(pointer),
        severity: isPrivate ? 'warning' : 'error',
        server: server.name,
        fix,
      };
    }
  },
};
