import * as z from 'zod';

/** The levels of `logging.level`, quietest last. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

/** The configuration file, `mcp_modes_server_config.json`. Seconds here; milliseconds everywhere else. */
export const settingsFileSchema = z.strictObject({
  $schema: z.string().optional(),
  server: z
    .strictObject({
      name: z.string().min(1).optional(),
      version: z.string().min(1).optional(),
      description: z.string().optional(),
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
      persistence: z
        .strictObject({ enabled: z.boolean().optional(), storage_path: z.string().nullable().optional() })
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
    })
    .optional(),
  audit: z
    .strictObject({ file: z.string().min(1).nullable().optional(), arguments: z.boolean().optional() })
    .optional(),
});

/** The parsed content of the configuration file. */
export type SettingsFile = z.infer<typeof settingsFileSchema>;

/** A severity of the server's log. */
export type LogLevelName = (typeof logLevels)[number];

/** The file that `config init` writes: every key, with its default. */
export const settingsTemplate: SettingsFile = {
  server: { name: 'modegate-modes-server', description: 'What an agent may do, by mode' },
  paths: { project_root: null, global_config_dir: '~/.roo-code' },
  sessions: {
    timeout: 3600,
    cleanup_interval: 300,
    persistence: { enabled: false, storage_path: '~/.roo-code/mcp_sessions' },
  },
  logging: {
    level: 'INFO',
    file: '~/.roo-code/mcp_modes_server.log',
    format: '%(asctime)s - %(name)s - %(levelname)s - %(message)s',
  },
  modes: { fixed: null, disabled_tools: [] },
  audit: { file: null, arguments: false },
};
