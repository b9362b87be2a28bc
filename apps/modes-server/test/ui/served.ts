import { join } from 'node:path';
import { createFolder, type HttpProgram, startHttpServer } from '@modegate/cli-kit/testing';
import { onTestFinished } from 'vitest';
import { builtServer, runServer } from '../support/built-server.ts';
import { createProject } from './support.ts';

/** What comes back from the page's door. */
export interface UiAnswer {
  readonly status: number;
  readonly json: ReturnType<typeof JSON.parse>;
  readonly text: string;
}

/** A running `modes-server serve --http --ui`, with its tokens. */
export interface ServedUiProgram extends HttpProgram {
  readonly root: string;
  /** Where the page is, without a slash at its end. */
  readonly page: string;
  readonly auditFile: string;
  readonly run: (args: readonly string[]) => ReturnType<typeof runServer>;
  readonly ask: (token: string | undefined, name: string, body?: object, headers?: object) => Promise<UiAnswer>;
}

/** Makes tokens, one a name with its flags, and starts the built program on a project until the test ends. */
export async function serveUiFor<Name extends string>(
  tokens: Readonly<Record<Name, readonly string[]>>,
  flags: readonly string[] = [],
): Promise<ServedUiProgram & { readonly tokens: Readonly<Record<Name, string>> }> {
  const root = createProject();
  const place = { cwd: root, home: createFolder() };
  const run = (args: readonly string[]) => runServer(args, place);
  const made: [string, string][] = [];
  for (const [name, wanted] of Object.entries<readonly string[]>(tokens))
    made.push([name, (await run(['token', 'add', name, ...wanted])).stdout.trim()]);
  const auditFile = join(createFolder(), 'audit.jsonl');
  const program = await startHttpServer(
    builtServer,
    ['--ui', '--trust-project', '--audit-log', auditFile, '--audit', 'sync', ...flags],
    place,
  );
  onTestFinished(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  });
  const page = program.url.replace('/mcp', '/ui');
  return {
    ...program,
    root,
    page,
    auditFile,
    run,
    tokens: Object.fromEntries(made) as Record<Name, string>,
    ask: async (token, name, body = {}, headers = {}) => {
      const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const response = await fetch(`${page}/api/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...authorization, ...headers },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, text, json: JSON.parse(text) };
    },
  };
}

/** The editor's request that denies one tool of github in the mode `docs` of the example. */
export function denyTool(toolName: string) {
  const kept = { serverName: 'github', toolName: 'delete_*' };
  return {
    type: 'updateModeRestrictions',
    id: '1',
    modeSlug: 'docs',
    restrictions: { disallowedTools: [kept, { serverName: 'github', toolName }] },
    base: { restrictions: { disallowedTools: [kept] } },
  };
}
