import { lazy } from '@modegate/json';
import * as z from 'zod';
import { substituteText } from '../reading/substitute-variables.ts';
import { foreignLimits } from './foreign-limits.ts';
import { toolNameList } from './tool-names.ts';

/** Default timeout for a request in seconds, and its range. */
export const TIMEOUT_SECONDS = { byDefault: 60, minimum: 1, maximum: 3600 } as const;

const settings = {
  disabled: z.boolean().optional().meta({ description: 'Switches the server off for everyone.', default: false }),
  defaultEnabled: z.boolean().optional().meta({
    description:
      'Whether a mode without a rule for the server may use the server. If false, a mode must list the server in allowedServers.',
    default: true,
  }),
  alwaysAllow: z
    .array(z.string())
    .optional()
    .meta({ description: 'Tools that need no approval; "*" means all tools.', default: [] }),
  disabledTools: toolNameList.optional().meta({
    description:
      'Tools that may not be used; "*" matches any characters and "?" matches one; names are case-sensitive.',
    default: [],
  }),
  enabledTools: toolNameList.optional().meta({
    description: 'The only tools that may be used; * and ? are wildcards. Without this list, every tool may be used.',
  }),
  timeout: z.number().min(TIMEOUT_SECONDS.minimum).max(TIMEOUT_SECONDS.maximum).optional().meta({
    description: 'Maximum duration of one request, in seconds.',
    default: TIMEOUT_SECONDS.byDefault,
  }),
  watchPaths: z
    .array(z.string())
    .optional()
    .meta({ description: 'Files that restart the server when they change.', default: [] }),
  shared: z.boolean().optional().meta({
    description:
      'Whether all users who access modes-server over HTTP with credentials share one connection and one login to the server. Otherwise, each user has a separate connection and login.',
    default: false,
  }),
  era: z.enum(['legacy', 'modern']).optional().meta({
    description:
      'How to communicate with the server: "legacy", with initialize, as in MCP up to 2025-11-25, or "modern", as in MCP 2026-07-28 and later. Without this key, the server and the clients decide.',
  }),
  ...foreignLimits,
};

/** Fields that belong to the other kind of server; Roo rejects an entry that contains any of them. */
const foreign = z.never().optional();

/** Entry for a server that is started as a process. */
export const stdioEntrySchema = z
  .looseObject({
    type: z.literal('stdio').optional(),
    command: z.string().min(1, { error: 'expected a command, received an empty string' }).meta({
      description: 'The program to start.',
    }),
    args: z.array(z.string()).optional().meta({ description: 'Arguments of the program.' }),
    env: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Variables added to the environment of the program; every value is a string.' }),
    cwd: z.string().optional().meta({ description: 'Working folder of the program.' }),
    url: foreign,
    headers: foreign,
    ...settings,
  })
  .meta({ title: 'Local server (stdio)' });

/**
 * A variable that is specified only by its name. For servers that Codex starts, Codex accepts no source but `local`.
 */
const envVar = z.union(
  [variableName(), z.looseObject({ name: variableName(), source: z.literal('local').optional() })],
  { error: 'expected the name of a variable, or { name, source = "local" }' },
);

function variableName() {
  return z.string().regex(/^[^\s=$\0]+$/);
}

/** Entry for a server that Codex starts, with the names of variables from the environment. */
export const codexEntrySchema = lazy(() => stdioEntrySchema.extend({ env_vars: z.array(envVar).optional() }));

/** Entry for a server that uses the HTTP transport with server-sent events from MCP 2024-11-05. */
export const sseEntrySchema = lazy(() =>
  z
    .looseObject({ type: z.literal('sse'), ...remoteFields(), ...settings, era: onlyLegacy() })
    .meta({ title: 'Remote server (SSE)' }),
);

/** Entry for a server that uses Streamable HTTP; Claude Code and VS Code call this type `http`. */
export const streamableHttpEntrySchema = lazy(() =>
  z
    .looseObject({ type: z.enum(['streamable-http', 'http']), ...remoteFields(), ...settings })
    .meta({ title: 'Remote server (Streamable HTTP)' }),
);

/** Known keys in an entry. In a local server's entry, the keys for a remote server are treated as foreign. */
export const KNOWN_ENTRY_KEYS: readonly string[] = Object.keys(stdioEntrySchema.shape);

function onlyLegacy() {
  return z
    .literal('legacy', { error: 'expected "legacy", since the transport "sse" belongs to MCP 2024-11-05' })
    .optional()
    .meta({ description: 'How to communicate with the server: this transport supports only "legacy".' });
}

function remoteFields() {
  return {
    url: z
      .string()
      .refine(isServerUrl, { error: 'expected an http or https address' })
      .meta({ description: 'Address of the server, http or https; it may contain variables.' }),
    headers: z.record(z.string(), z.string()).optional().meta({ description: 'HTTP headers sent with every request.' }),
    command: foreign,
    args: foreign,
    env: foreign,
  };
}

/** True if a string can be a server's address: http or https when every `${…}` has a value. */
export function isServerUrl(text: string): boolean {
  if (/^\$\{[^}]*\}/.test(text)) return true;
  const filled = substituteText(text, () => '1');
  if (!URL.canParse(filled)) return false;
  return ['http:', 'https:'].includes(new URL(filled).protocol);
}

/** JSON Schema (draft 2020-12) of a server configuration file, generated from the validating schema. */
export function serversJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(serversFile(), { io: 'input' });
}

/** A complete file. Unknown keys are allowed, because other clients define additional keys. */
const serversFile = () =>
  z
    .looseObject({
      mcpServers: z
        .record(z.string(), z.union([stdioEntrySchema, sseEntrySchema(), streamableHttpEntrySchema()]))
        .meta({ description: 'The MCP servers, by name.' }),
    })
    .meta({
      title: 'MCP servers',
      description: 'Server configurations as Roo-family clients read them, plus defaultEnabled.',
    });
