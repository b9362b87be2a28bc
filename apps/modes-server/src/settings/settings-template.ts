import { httpLimitSettings } from '@modegate/cli-kit';
import { DEFAULT_HTTP_LIMITS } from '@modegate/mcp-protocol/http';
import { authDefaults } from '@modegate/principals';
import { settingsDefaults } from './settings-defaults.ts';
import type { SettingsFile } from './settings-schema.ts';

/** Address of the schema for the configuration file. */
const schemaUrl =
  'https://raw.githubusercontent.com/modegate/modegate/main/apps/modes-server/schemas/config.schema.json';

const httpLimits = Object.entries(httpLimitSettings).map(([name, { key }]) => [name, DEFAULT_HTTP_LIMITS[key]]);

/**
 * The file that `config init` writes, in which every key has its default value. Only that command loads this template.
 */
export const settingsTemplate: SettingsFile = {
  $schema: schemaUrl,
  ...settingsDefaults,
  http: { ...settingsDefaults.http, limits: Object.fromEntries(httpLimits) },
  auth: { ...settingsDefaults.auth, limits: authDefaults.limits },
};
