import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { check, createWorkspace } from '@modegate/policy-check';
import { serveUi, type UiProject } from '@modegate/project-ui';
import { onTestFinished } from 'vitest';

/** A modes file with a comment, a conflict of its lists, and a limit that commands go around. */
export const modes = `# ours
customModes:
  - slug: docs
    name: Docs # shown
    roleDefinition: You write.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$ # pages
      - command
      - mcp
    mcpRestrictions:
      allowedServers: [github, jira]
      disallowedServers: [jira] # for now
`;

/** What is sent; headers replace those that the page sends. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
}

/** What comes back. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Serves a project of its own until the test ends. */
export async function open(ui: Partial<UiProject> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'project-ui-'));
  const files = {
    '.roomodes': modes,
    '.mcp.json': '{"mcpServers":{"github":{"command":"x"}}}',
    'ui/page.js': '',
    'ui/page.css': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const problems: unknown[] = [];
  const project: UiProject = {
    location: { projectRoot: root },
    version: '1',
    context: () => ({}),
    check: async ({ project, ...known }) => check(createWorkspace({ project, ...known })).findings,
    askServers: async () => [{ name: 'github', state: 'answered', tools: [{ name: 'search' }, { name: 'drop' }] }],
    ...ui,
  };
  const served = await serveUi({ project, assetsFolder: join(root, 'ui'), onProblem: (error) => problems.push(error) });
  onTestFinished(async () => {
    await served.close();
    rmSync(root, { recursive: true, force: true });
  });
  const { origin, port, hash } = new URL(served.url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const send = (path: string, sent: Sent = {}) => exchange(Number(port), path, { token, ...sent });
  return {
    served,
    root,
    origin,
    token,
    problems,
    send,
    file: join(root, '.roomodes'),
    /** The answer to a request of the page. */
    ask: async (name: string, body: object = {}) => {
      const { status, text } = await send(`/api/${name}`, { body: JSON.stringify(body) });
      return { status, answer: JSON.parse(text) };
    },
  };
}

/** As the bytes say: no client in between makes a path or a header better. */
function exchange(
  port: number,
  path: string,
  { token, method = 'POST', headers = {}, body }: Sent & { readonly token: string },
): Promise<Received> {
  const all = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, path, method, headers: given, setHost: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
