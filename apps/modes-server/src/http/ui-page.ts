import { fileURLToPath } from 'node:url';
import type { AuditLog } from '@modegate/cli-kit/audit';
import type { HttpCalls, HttpPage } from '@modegate/mcp-protocol/http';
import type { Principal } from '@modegate/principals';
import { mayUseMode } from '@modegate/principals';
import { type AskedServer, openUiEndpoint, type PageViewer, type UiProject } from '@modegate/project-ui';
import type { ModesServer } from '../server.ts';
import { serverMode } from '../tool-context.ts';
import { servedTasks } from '../ui/known-tasks.ts';
import { pageProject } from '../ui/page-project.ts';

/** The page served alongside the protocol. */
export interface ServedPage {
  readonly file: (pathname: string) => HttpPage | undefined;
  readonly calls: HttpCalls;
  readonly close: () => Promise<void>;
}

/** Options for {@link openUiPage}. */
export interface UiPageOptions {
  readonly audit: AuditLog | undefined;
  readonly allowedOrigins: readonly string[];
  readonly onProblem: (error: unknown) => void;
}

/**
 * Opens the page at `/ui/`. Its files are public and contain no data; requests for data require a principal, and are
 * restricted to that principal's modes.
 */
export async function openUiPage(modesServer: ModesServer, options: UiPageOptions): Promise<ServedPage> {
  const { allowedOrigins, onProblem } = options;
  const assetsFolder = fileURLToPath(new URL('./ui/', import.meta.url));
  const project: UiProject = {
    ...pageProject(modesServer.settings, options.audit),
    tasks: servedTasks(modesServer.sessions),
    knownServers: ({ id = '' }) => knownServers(modesServer, id),
  };
  const door = await openUiEndpoint({ project, assetsFolder, path: '/ui', allowedOrigins, onProblem });
  return {
    file: door.file,
    calls: {
      has: door.has,
      answer: async ({ pathname, headers, body, principal }) => {
        if (principal === undefined) return unauthenticated;
        const viewer = viewerOf(modesServer, principal as Principal);
        const answer = await door.answer({ pathname, headers, body, viewer });
        return 'open' in answer ? { kind: 'stream', open: answer.open } : answer;
      },
    },
    close: door.close,
  };
}

/** Authentication is already required at startup; this check protects the page even if that check is missing. */
const unauthenticated = { kind: 'refused', status: 401, message: 'The page needs a token' } as const;

function viewerOf({ settings }: ModesServer, principal: Principal): PageViewer {
  const fixed = serverMode(settings);
  return {
    id: principal.id,
    sees: (slug) => (fixed ?? slug) === slug && mayUseMode(principal, slug),
    mayEdit: principal.mayEditModes,
  };
}

/** Lists the tools of the servers currently running for a principal. Does not start any servers. */
function knownServers(modesServer: ModesServer, principalId: string): readonly AskedServer[] {
  const { gateway } = modesServer.gatewayOf(principalId) ?? {};
  const running = new Map(gateway?.connections.servers.map((server) => [server.name, server]));
  return modesServer.modes.current.servers.map(({ name, policy }): AskedServer => {
    const server = running.get(name);
    if (server?.state.status !== 'connected' || !server.complete.tools)
      return {
        name,
        state: policy.disabled ? 'off' : 'not-asked',
        note: 'You are not connected to this server at the moment.',
      };
    const tools = gateway?.index.toolsOf(name) ?? [];
    return { name, state: 'answered', connected: true, tools: tools.map(({ tool }) => ({ name: tool })) };
  });
}
