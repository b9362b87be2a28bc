import { join } from 'node:path';
import * as z from 'zod';
import { readManifest, root } from '../workspace.ts';

const argument = z.strictObject({
  type: z.literal('named'),
  name: z.string().startsWith('--'),
  description: z.string(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
});

const variable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
});

/** One exact version: the registry refuses ranges and `latest`. */
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

/** What the MCP registry's schema of 2025-12-11 asks of the parts that we use: lengths, forms, and nothing besides. */
export const serverJsonSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  repository: z.strictObject({ url: z.url(), source: z.literal('github'), subfolder: z.string() }),
  version,
  websiteUrl: z.url(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.literal('https://registry.npmjs.org'),
        identifier: z.string(),
        version,
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(argument),
        environmentVariables: z.array(variable),
      }),
    )
    .length(1),
});

/** The content of a `server.json`. */
export type ServerJson = z.infer<typeof serverJsonSchema>;

type Parameters = Pick<ServerJson, 'title' | 'description'> &
  Pick<ServerJson['packages'][number], 'packageArguments' | 'environmentVariables'>;

/** The servers that the registry lists, and what somebody is asked who adds one from there. */
export const listedServers: Readonly<Record<string, Parameters>> = {
  'modes-server': {
    title: 'Modegate',
    description: 'What an agent may do, by mode: refusals that name the rule, and a gateway to other servers',
    packageArguments: [
      { type: 'named', name: '--project-root', description: 'Folder of the project', format: 'filepath' },
      { type: 'named', name: '--mode', description: 'The one mode of this connection', format: 'string' },
    ],
    environmentVariables: [
      { name: 'MODEGATE_CONFIG', description: 'A configuration file', format: 'filepath' },
      { name: 'MODEGATE_SESSION_STORAGE', description: 'Folder that keeps sessions', format: 'filepath' },
    ],
  },
  'ipc-server': {
    title: 'Modegate IPC',
    description: 'Drives a Roo-family coding agent over its IPC: start tasks, follow them, answer questions',
    packageArguments: [
      { type: 'named', name: '--socket', description: 'Socket or pipe of the agent', format: 'filepath' },
    ],
    environmentVariables: [
      { name: 'ROO_CODE_IPC_SOCKET_PATH', description: 'Socket or pipe of the agent', format: 'filepath' },
    ],
  },
};

/** The `server.json` of an app, with the name and version of its `package.json`. @throws where it does not fit the schema. */
export function createServerJson(app: string): ServerJson {
  const { name, version: exact, mcpName, homepage } = readManifest(join(root, 'apps', app, 'package.json'));
  const { title, description, ...parameters } = listedServers[app] ?? {};
  return serverJsonSchema.parse({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title,
    description,
    repository: { url: 'https://github.com/modegate/modegate', source: 'github', subfolder: `apps/${app}` },
    version: exact,
    websiteUrl: homepage,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version: exact,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        ...parameters,
      },
    ],
  });
}
