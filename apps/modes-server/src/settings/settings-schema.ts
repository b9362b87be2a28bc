import { type HttpLimitName, httpLimitSettings, logLevels, toolErrorForms } from '@modegate/cli-kit';
import { auditWritings } from '@modegate/cli-kit/audit';
import { commandShells } from '@modegate/mode-core/commands';
import { authSchema } from '@modegate/principals';
import * as z from 'zod';
import { databaseSchema } from './database-settings.ts';

/** Use of the gateway: always, never, or only if there are other servers. */
export const gatewayChoices = ['on', 'off', 'auto'] as const;
/** The agent's permission to change the mode of a task or connection. */
export const modeSwitchings = ['free', 'ask', 'never'] as const;
/**
 * Presentation of other servers' tools: under their own names, behind meta-tools, or both; `gateway` means under their
 * own names, but without the session tools.
 */
export const surfaces = ['tools', 'meta', 'both', 'gateway'] as const;
/** Presentation of toolsets: with a configuration mode, alongside all other tools, or not at all. */
export const toolsetSurfaces = ['modal', 'flat', 'off'] as const;
/** Tools that are shown while no toolset is equipped. */
export const unequippedExposures = ['all', 'none'] as const;
/** Treatment of new tools. */
export const newToolPolicies = ['allow', 'deny', 'ask'] as const;
/** Treatment of changed tools. */
export const changedToolPolicies = ['flag', 'withhold'] as const;

/** Meanings that can be assigned to an unknown agent tool. */
const hookToolMeanings = ['read', 'edit', 'command', 'browser', 'harmless'] as const;

/** Bounds and default of each session limit. */
export const capacitySettings = {
  maxTasks: { least: 1, most: 1_000_000, initial: 1_000 },
  maxEndedTasks: { least: 1, most: 1_000_000, initial: 1_000 },
  maxSessionBytes: { least: 1_048_576, most: 1_099_511_627_776, initial: 16_777_216 },
  maxPrincipals: { least: 1, most: 100_000, initial: 64 },
} as const;

/** Bounds and default of each limit on principals' servers. */
export const principalSettings = {
  maxServersEach: { least: 0, most: 1_000, initial: 32 },
  maxServersOfAll: { least: 0, most: 100_000, initial: 256 },
  idleSeconds: { least: 1, most: 86_400, initial: 300 },
} as const;

/** Default folder for persistent sessions. */
export const defaultStorage = '~/.roo-code/mcp_sessions';

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.number().int().min(least).max(most).optional();

/** Maximum wait for the first list of tools, in seconds. */
export const MAX_FIRST_LIST_WAIT = 60;

const httpLimits = Object.entries(httpLimitSettings) as readonly [
  HttpLimitName,
  (typeof httpLimitSettings)[HttpLimitName],
][];

/** The section `http` of the configuration file. */
const httpFileSchema = () =>
  z.strictObject({
    listen: z.string().min(1).nullable().optional(),
    allowed_hosts: z.array(z.string().min(1)).nullable().optional(),
    allowed_origins: z.array(z.string().min(1)).nullable().optional(),
    metrics: z.boolean().nullable().optional(),
    ui: z.boolean().nullable().optional(),
    hook_socket: z.string().min(1).nullable().optional(),
    limits: z
      .strictObject(
        Object.fromEntries(
          httpLimits.map(([name, { least, most }]) => [name, z.number().int().min(least).max(most).optional()]),
        ) as Record<HttpLimitName, z.ZodOptional<z.ZodNumber>>,
      )
      .optional(),
  });

/**
 * The configuration file, `mcp_modes_server_config.json`. Times are in seconds here and in milliseconds everywhere
 * else. Created on demand, because most runs have no file.
 */
// oxlint-disable-next-line max-lines-per-function -- lists every key of the configuration file once
export const settingsFileSchema = () =>
  // Long because it lists every key of the file once.
  z.strictObject({
    $schema: z.string().optional(),
    server: z
      .strictObject({
        name: z.string().min(1).optional(),
        version: z.string().min(1).optional(),
        description: z.string().optional(),
        tool_errors: z.enum(toolErrorForms).optional(),
      })
      .optional(),
    paths: z
      .strictObject({
        project_root: z.string().min(1).nullable().optional(),
        global_config_dir: z.string().min(1).nullable().optional(),
      })
      .optional(),
    sessions: z
      .strictObject({
        timeout: z.number().positive().max(31_536_000).optional(),
        cleanup_interval: z.number().positive().max(86_400).optional(),
        max_tasks: within(capacitySettings.maxTasks),
        max_ended_tasks: within(capacitySettings.maxEndedTasks),
        max_bytes: within(capacitySettings.maxSessionBytes),
        max_principals: within(capacitySettings.maxPrincipals),
        persistence: z
          .strictObject({ enabled: z.boolean().optional(), storage_path: z.string().min(1).nullable().optional() })
          .optional(),
      })
      .optional(),
    logging: z
      .strictObject({
        level: z.enum(logLevels).optional(),
        file: z.string().min(1).nullable().optional(),
        format: z.string().min(1).optional(),
      })
      .optional(),
    modes: z
      .strictObject({
        fixed: z.string().min(1).nullable().optional(),
        disabled_tools: z.array(z.string().min(1)).optional(),
        switching: z.enum(modeSwitchings).nullable().optional(),
        condition_env: z.array(z.string().min(1)).optional(),
        shell: z.enum(commandShells).nullable().optional(),
      })
      .optional(),
    hooks: z
      .strictObject({
        default_mode: z.string().min(1).nullable().optional(),
        agents: z.record(z.string().min(1), z.string().min(1)).optional(),
        tools: z.record(z.string().min(1), z.enum(hookToolMeanings)).optional(),
        protect: z.boolean().optional(),
      })
      .optional(),
    gateway: z
      .strictObject({
        enabled: z.enum(gatewayChoices).optional(),
        servers: z.array(z.string().min(1)).nullable().optional(),
        surface: z.enum(surfaces).optional(),
        first_list_wait: z.number().min(0).max(MAX_FIRST_LIST_WAIT).optional(),
        toolsets: z.enum(toolsetSurfaces).optional(),
        unequipped: z.enum(unequippedExposures).optional(),
        equip_toolset: z.string().min(1).nullable().optional(),
        new_tools: z.enum(newToolPolicies).optional(),
        changed_tools: z.enum(changedToolPolicies).nullable().optional(),
        trust_project: z.boolean().optional(),
        state_dir: z.string().min(1).nullable().optional(),
        max_servers_per_principal: within(principalSettings.maxServersEach),
        max_servers_of_principals: within(principalSettings.maxServersOfAll),
        principal_idle: within(principalSettings.idleSeconds),
      })
      .optional(),
    database: databaseSchema().optional(),
    http: httpFileSchema().optional(),
    auth: authSchema().optional(),
    audit: z
      .strictObject({
        file: z.string().min(1).nullable().optional(),
        arguments: z.boolean().optional(),
        write: z.enum(auditWritings).optional(),
        rotate: z.string().min(1).nullable().optional(),
        keep: z.number().int().positive().max(100_000).nullable().optional(),
      })
      .optional(),
  });

/** The parsed content of the configuration file. */
export type SettingsFile = z.infer<ReturnType<typeof settingsFileSchema>>;
