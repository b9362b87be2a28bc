import { httpLimitSettings } from '@modegate/cli-kit';
import { DEFAULT_HTTP_LIMITS } from '@modegate/mcp-protocol/http';
import { authDefaults } from '@modegate/principals';
import { settingsDefaults } from './settings-defaults.ts';
import type { SettingsFile } from './settings-schema.ts';

/** Address of the file's schema. */
const schemaUrl =
  'https://raw.githubusercontent.com/modegate/modegate/main/apps/modes-server/schemas/config.schema.json';

const httpLimits = Object.entries(httpLimitSettings).map(([name, { key }]) => [name, DEFAULT_HTTP_LIMITS[key]]);

/** The file that `config init` writes: every key with its default. Only that command loads it. */
export const settingsTemplate: SettingsFile = {
  $schema: schemaUrl,
  ...settingsDefaults,
  http: { ...settingsDefaults.http, limits: Object.fromEntries(httpLimits) },
  auth: { ...settingsDefaults.auth, limits: authDefaults.limits },
};
