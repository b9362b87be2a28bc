import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serverEntry, serversText } from '../define-rule.ts';
import { writtenValues } from './written-values.ts';

/** M066: a variable in another client's syntax, which none of the clients that read this file replaces. */
export const variableNotFilled = defineRule(['M066', 'variable-not-filled', 'warning', 'default'], {
  summary: 'A variable or header of a server contains a reference that the client of the file does not fill in.',
  reason:
    'Roo Code, Zoo Code, Kilo Code and Cursor fill in `\u0024{env:NAME}` and leave `\u0024{NAME}` and `$NAME` as they are, so the server gets that literal text as its token. The literal text also replaces the variable with the same name that the server would otherwise inherit. VS Code fills in `\u0024{env:NAME}` and `\u0024{input:id}`, and Claude Code fills in `\u0024{NAME}` and `\u0024{NAME:-default}`. The rule checks `env` and `headers` in files whose path identifies the client. It ignores arguments, because some programs fill in such variables themselves.',
  ...exampleWithRepair(
    {
      '.roo/mcp.json': serversText(
        serverEntry(
          'github',
          '"command": "github-mcp-server"',
          '"args": ["stdio"]',
          `"env": { "GITHUB_TOKEN": "\${GITHUB_TOKEN}" }`,
        ),
      ),
    },
    { '"${GITHUB_TOKEN}"': `"\${env:GITHUB_TOKEN}"` },
  ),
  *check(workspace) {
    for (const server of workspace.servers) {
      const client = clients.find(({ files }) => files.test(server.file.replaceAll('\\', '/')));
      if (client === undefined) continue;
      for (const written of writtenValues(server)) {
        const { kind, value } = written;
        const found = kind === 'env' || kind === 'header' ? findUnfilled(value, client) : undefined;
        if (found === undefined) continue;
        const what = kind === 'env' ? 'variable' : 'header';
        const message = `The ${what} ${shown(written.name)} of server ${shown(server.name)} contains ${shown(found.text)}, which ${client.name} does not fill in, so the server gets that literal text. Write '${client.way(found.name)}'.`;
        yield { message, location: workspace.source(server.file).locate(written.pointer), server: server.name };
      }
    }
  },
});

interface Client {
  readonly name: string;
  readonly files: RegExp;
  /** Kinds of references that the client replaces. */
  readonly fills: readonly ReferenceKind[];
  readonly way: (name: string) => string;
}

type ReferenceKind = keyof typeof kinds;

/** Common spellings, each with the name in its first capture group. */
const kinds = {
  bare: /^\$([A-Za-z_]\w*)$/,
  braces: /\$\{(?!(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|cwd)\})([A-Za-z_]\w*)\}/,
  fallback: /\$\{([A-Za-z_]\w*):-[^}]*\}/,
  env: /\$\{env:([A-Za-z_]\w*)\}/,
  input: /\$\{input:([\w.-]+)\}/,
} as const;

const byEnvironment = (name: string): string => `\u0024{env:${name}}`;
const clients: readonly Client[] = [
  {
    name: 'Roo Code',
    files: /(?:^|\/)(?:\.roo\/mcp|\.kilocode\/mcp|mcp_settings)\.json$/,
    fills: ['env'],
    way: byEnvironment,
  },
  { name: 'Cursor', files: /(?:^|\/)\.cursor\/mcp\.json$/, fills: ['env'], way: byEnvironment },
  { name: 'VS Code', files: /(?:^|\/)\.vscode\/mcp\.json$/, fills: ['env', 'input'], way: byEnvironment },
  {
    name: 'Claude Code',
    files: /(?:^|\/)\.mcp\.json$/,
    fills: ['braces', 'fallback'],
    way: (name) => `\u0024{${name}}`,
  },
];

function findUnfilled(value: string, { fills }: Client): { readonly text: string; readonly name: string } | undefined {
  for (const kind of Object.keys(kinds) as ReferenceKind[]) {
    const [text, name] = (fills.includes(kind) ? null : kinds[kind].exec(value.slice(0, maxLength))) ?? [];
    if (text !== undefined && name !== undefined) return { text, name };
  }
  return undefined;
}

const maxLength = 2000;
