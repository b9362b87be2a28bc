import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditLine, AuditLog } from '@modegate/cli-kit/audit';
import { writeFiles } from '@modegate/cli-kit/testing';
import { createConnections } from '@modegate/mcp-host/connections';
import { type ConnectInMemoryOptions, connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { onTestFinished } from 'vitest';
import { createModesServer, type ModesServer } from '../../src/server.ts';
import type { ServerStateOptions } from '../../src/server-state.ts';
import { resolveSettings } from '../../src/settings/settings.ts';
import type { SettingsFlags } from '../../src/settings/settings-reader.ts';
import type { FakeUpstreams } from './fake-upstreams.ts';

/** A server over a project in a folder of its own, with a client connected in memory. */
export interface OpenServer extends ModesServer {
  readonly client: InMemoryClient;
  readonly project: string;
  /** The lines of the audit log. */
  readonly audit: readonly AuditLine[];
  readonly logLines: readonly string[];
  /** Moves the clock. */
  readonly wait: (ms: number) => void;
  /** Calls a tool; returns its text and facts. */
  readonly call: (name: string, args?: object) => Promise<Answer>;
}

/** The shape differs by tool; the tests say what they expect of it. */
export type Facts = ReturnType<typeof JSON.parse>;

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly facts: Facts;
  readonly metadata: unknown;
}

export interface OpenServerOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: SettingsFlags;
  /** The servers behind the gateway, which is switched off without any. */
  readonly upstreams?: FakeUpstreams;
  readonly client?: ConnectInMemoryOptions;
  /** Instead of the log in memory, whose lines are `audit`. */
  readonly auditLog?: AuditLog;
  readonly telemetry?: ServerStateOptions['telemetry'];
  readonly hasPrincipals?: boolean;
  readonly store?: ServerStateOptions['store'];
  /** Instead of `upstreams`, where each gateway has servers of its own. */
  readonly connect?: ServerStateOptions['connect'];
  /** Happens before anything is loaded. */
  readonly early?: (server: ModesServer) => Promise<void>;
}

export async function openServer(options: OpenServerOptions = {}): Promise<OpenServer> {
  const { files = {}, flags = {}, upstreams } = options;
  const project = createProject({ ...(upstreams && { '.roo/mcp.json': serversFile(upstreams.names) }), ...files });
  const places = { projectRoot: project, globalConfigDir: join(project, 'global') };
  const settings = resolveSettings(
    {
      ...places,
      gateway: upstreams === undefined && options.connect === undefined ? 'off' : 'on',
      trustProject: true,
      ...flags,
    },
    {},
  );
  const audit: AuditLine[] = [];
  const logLines: string[] = [];
  const line = (message: string) => void logLines.push(message);
  const error = (message: string, cause?: unknown) => void logLines.push(`ERROR ${message} ${String(cause ?? '')}`);
  let time = Date.UTC(2026, 0, 1);
  const modesServer = createModesServer({
    settings,
    log: { debug: line, info: line, warning: line, error, close: () => undefined },
    audit: options.auditLog ?? {
      append: (line) => void audit.push(line),
      reopen: () => undefined,
      close: async () => undefined,
    },
    now: () => time,
    telemetry: options.telemetry,
    store: options.store,
    ...(options.hasPrincipals === undefined ? {} : { hasPrincipals: options.hasPrincipals }),
    ...(options.connect && { connect: options.connect }),
    ...(upstreams && {
      connect: (made) => createConnections({ ...made, openTransport: upstreams.openTransport, random: lateRestart }),
    }),
  });
  await options.early?.(modesServer);
  await modesServer.modes.ready;
  const client = await connectInMemory(modesServer.server, options.client);
  onTestFinished(async () => {
    await modesServer.close();
  });
  await modesServer.gateway?.ready;
  await modesServer.gateway?.updateServers();
  await modesServer.gateway?.gateway.connections.settled();
  const wait = (ms: number) => {
    time += ms;
  };
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const result = await client.callTool(name, args);
    const [content] = result.content;
    return {
      text: String(content?.text),
      isError: result.isError === true,
      facts: result.structuredContent as Facts,
      metadata: result.metadata,
    };
  };
  return { ...modesServer, client, project, audit, logLines, call, wait };
}

/** The longest delay of a restart, so that it is not told together with the end that it follows. */
const lateRestart = (): number => 0.99;

/** A server file with nothing but names. */
export function serversFile(names: readonly string[]): string {
  return JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) });
}

/** Writes files into a temporary folder that goes with the test. */
export function createProject(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(tmpdir(), 'modes-server-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  writeFiles(project, files);
  return project;
}

export const docsModes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    description: Write documentation
    groups:
      - read
      - - edit
        - fileRegex: ^docs/.*\\.md$
          description: Documentation
      - mcp
    mcpRestrictions:
      disallowedTools:
        - serverName: github
          toolName: delete_*
`;

export const servers = `{
  // comments are fine
  "mcpServers": {
    "github": { "command": "github-mcp", "disabledTools": ["fork"] },
    "admin": { "command": "admin-mcp", "defaultEnabled": false }
  }
}
`;
