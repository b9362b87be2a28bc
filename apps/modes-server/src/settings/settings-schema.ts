import { type HttpLimitName, httpLimitSettings, logLevels, toolErrorForms } from '@modegate/cli-kit';
import { auditWritings } from '@modegate/cli-kit/audit';
import { commandShells } from '@modegate/mode-core/commands';
import { authSchema } from '@modegate/principals';
import * as z from 'zod';

/** Use of the gateway: always, never, or only if there are other servers. */
export const gatewayChoices = ['on', 'off', 'auto'] as const;
/** The agent's permission to change the mode of a task or connection. */
export const modeSwitchings = ['free', 'ask', 'never'] as const;
/**
 * Presentation of other servers' tools: under their own names, behind meta-tools, or both; `gateway` presents them
 * under their own names, but without the session tools.
 */
export const surfaces = ['tools', 'meta', 'both', 'gateway'] as const;
/** Presentation of toolsets: in a configuration mode, alongside all other tools, or not at all. */
export const toolsetSurfaces = ['modal', 'flat', 'off'] as const;
/** Tools that are shown while no toolset is equipped. */
export const unequippedExposures = ['all', 'none'] as const;
/** Treatment of new tools. */
export const newToolPolicies = ['allow', 'deny', 'ask'] as const;
/** Treatment of changed tools. */
export const changedToolPolicies = ['flag', 'withhold'] as const;

/** Meanings that can be assigned to an agent's unknown tools. */
const hookToolMeanings = ['read', 'edit', 'command', 'browser', 'harmless'] as const;

/** Bounds of each session limit. */
export const capacityBounds = {
  maxTasks: { least: 1, most: 1_000_000 },
  maxEndedTasks: { least: 1, most: 1_000_000 },
  maxSessionBytes: { least: 1_048_576, most: 1_099_511_627_776 },
  maxPrincipals: { least: 1, most: 100_000 },
} as const;

/** Maximum time to wait for the first tool list, in seconds. */
export const MAX_FIRST_LIST_WAIT = 60;

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.number().int().min(least).max(most).optional();
const text = () => z.string().min(1);
const textOrNull = () => text().nullable().optional();
const flag = () => z.boolean().optional();
const section = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).optional();

const httpLimits = () =>
  Object.fromEntries(Object.entries(httpLimitSettings).map(([name, bounds]) => [name, within(bounds)])) as Record<
    HttpLimitName,
    ReturnType<typeof within>
  >;

/**
 * The configuration file, `mcp_modes_server_config.json`. Times are in seconds here and in milliseconds everywhere
 * else. Created on demand, because most runs have no configuration file.
 */
// oxlint-disable-next-line max-lines-per-function -- lists every key of the configuration file once
export const settingsFileSchema = () =>
  // Long because it lists every key of the file once.
  z.strictObject({
    $schema: z.string().optional(),
    server: section({
      name: text().optional(),
      version: text().optional(),
      description: z.string().optional(),
      tool_errors: z.enum(toolErrorForms).optional(),
    }),
    paths: section({ project_root: textOrNull(), global_config_dir: textOrNull() }),
    sessions: section({
      timeout: z.number().positive().max(31_536_000).optional(),
      cleanup_interval: z.number().positive().max(86_400).optional(),
      max_tasks: within(capacityBounds.maxTasks),
      max_ended_tasks: within(capacityBounds.maxEndedTasks),
      max_bytes: within(capacityBounds.maxSessionBytes),
      max_principals: within(capacityBounds.maxPrincipals),
      persistence: section({ enabled: flag(), storage_path: textOrNull() }),
    }),
    logging: section({ level: z.enum(logLevels).optional(), file: textOrNull(), format: text().optional() }),
    modes: section({
      fixed: textOrNull(),
      disabled_tools: z.array(text()).optional(),
      switching: z.enum(modeSwitchings).nullable().optional(),
      condition_env: z.array(text()).optional(),
      shell: z.enum(commandShells).nullable().optional(),
    }),
    hooks: section({
      default_mode: textOrNull(),
      agents: z.record(text(), text()).optional(),
      tools: z.record(text(), z.enum(hookToolMeanings)).optional(),
      protect: flag(),
    }),
    gateway: section({
      enabled: z.enum(gatewayChoices).optional(),
      servers: z.array(text()).nullable().optional(),
      surface: z.enum(surfaces).optional(),
      first_list_wait: z.number().min(0).max(MAX_FIRST_LIST_WAIT).optional(),
      toolsets: z.enum(toolsetSurfaces).optional(),
      unequipped: z.enum(unequippedExposures).optional(),
      equip_toolset: textOrNull(),
      new_tools: z.enum(newToolPolicies).optional(),
      changed_tools: z.enum(changedToolPolicies).nullable().optional(),
      trust_project: flag(),
      state_dir: textOrNull(),
      max_servers_per_principal: within({ least: 0, most: 1_000 }),
      max_servers_of_principals: within({ least: 0, most: 100_000 }),
      principal_idle: within({ least: 1, most: 86_400 }),
    }),
    database: section({
      url: textOrNull(),
      password_file: textOrNull(),
      schema: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'expected at most 63 lower-case letters, digits and underscores')
        .optional(),
      max_connections: within({ least: 2, most: 1_000 }),
      relay: textOrNull(),
    }),
    http: section({
      listen: textOrNull(),
      allowed_hosts: z.array(text()).nullable().optional(),
      allowed_origins: z.array(text()).nullable().optional(),
      metrics: z.boolean().nullable().optional(),
      ui: z.boolean().nullable().optional(),
      hook_socket: textOrNull(),
      limits: section(httpLimits()),
    }),
    auth: authSchema().optional(),
    audit: section({
      file: textOrNull(),
      arguments: flag(),
      write: z.enum(auditWritings).optional(),
      rotate: textOrNull(),
      keep: z.number().int().positive().max(100_000).nullable().optional(),
    }),
  });

/** The parsed content of the configuration file. */
export type SettingsFile = z.infer<ReturnType<typeof settingsFileSchema>>;
