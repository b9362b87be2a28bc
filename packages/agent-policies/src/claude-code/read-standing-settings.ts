import { isJsonObject } from '@modegate/json';
import { type StandingSetting, showCommand } from '../standing-setting.ts';
import { type StrictJson, valueAt } from './strict-json.ts';

/** Settings whose value is a command that Claude Code runs, each with the occasion on which the command runs. */
const commands: readonly (readonly [path: readonly string[], when: string])[] = [
  [['statusLine', 'command'], 'for the status line'],
  [['apiKeyHelper'], 'to get its API key'],
  [['awsAuthRefresh'], 'to sign in to AWS'],
  [['awsCredentialExport'], 'to sign in to AWS'],
  [['otelHeadersHelper'], 'for its telemetry'],
];

/** Lists of strings, each with the effect and the weight of an entry. */
const lists: readonly (readonly [path: readonly string[], does: (entry: string) => string, weight: number])[] = [
  [['permissions', 'additionalDirectories'], (folder) => `also works in the folder \`${folder}\``, 1],
  [['enabledMcpjsonServers'], (name) => `approves the MCP server \`${name}\``, 1],
  [['sandbox', 'excludedCommands'], (one) => `runs \`${one}\` outside the sandbox`, 1],
  [['sandbox', 'network', 'allowedDomains'], (one) => `lets commands in the sandbox reach ${one}`, 1],
  [['sandbox', 'filesystem', 'denyRead'], (path) => `keeps commands in the sandbox from reading \`${path}\``, -1],
];

/** Single values, with their effect and weight; undefined means that the effect is unsettled. */
const values: readonly (readonly [
  path: readonly string[],
  value: unknown,
  does: string,
  weight: number | undefined,
])[] = [
  [['enableAllProjectMcpServers'], true, 'starts every MCP server of .mcp.json without asking', 1],
  [['disableAllHooks'], true, 'runs no hooks', undefined],
  [['permissions', 'disableBypassPermissionsMode'], 'disable', 'does not allow the mode bypassPermissions', -1],
  [['permissions', 'disableAutoMode'], 'disable', 'does not allow the mode auto', -1],
  [['skipDangerousModePermissionPrompt'], true, 'starts in the mode bypassPermissions without a warning', 1],
];

/**
 * Reads the settings in a file that take effect without a call, apart from hooks: plugins, folders, and parts of the
 * sandbox.
 */
export function readStandingSettings({ value, positionOf }: StrictJson, file: string): readonly StandingSetting[] {
  const at = (path: readonly (string | number)[]) => ({ key: path.join('.'), file, line: positionOf(path).line });
  const isConfined = valueAt(value, ['sandbox', 'enabled']) === true;
  const plugins = valueAt(value, ['enabledPlugins']);
  const markets = valueAt(value, ['extraKnownMarketplaces']);
  return [
    ...commands.flatMap(([path, when]) => {
      const command = valueAt(value, path);
      return typeof command === 'string'
        ? [{ ...at(path), does: `runs ${showCommand(command)} ${when}`, weight: 1 }]
        : [];
    }),
    ...values.flatMap(([path, wanted, does, weight]) =>
      valueAt(value, path) === wanted ? [{ ...at(path), does, weight }] : [],
    ),
    ...lists.flatMap(([path, does, weight]) => {
      const entries = path[0] === 'sandbox' && !isConfined ? undefined : valueAt(value, path);
      const texts = Array.isArray(entries) ? entries : [];
      return texts.flatMap((entry, index) =>
        typeof entry === 'string'
          ? [{ ...at([...path, index]), key: `${path.join('.')}: ${entry}`, does: does(entry), weight }]
          : [],
      );
    }),
    ...entriesOf(plugins).flatMap(([name, isOn]) =>
      isOn === false
        ? []
        : [{ ...at(['enabledPlugins', name]), does: `uses the plugin ${name}`, weight: 1, mayRefuse: true }],
    ),
    ...entriesOf(markets).map(([name, market]) => ({
      ...at(['extraKnownMarketplaces', name]),
      does: `uses plugins from ${sourceOf(market)}`,
      weight: 1,
    })),
  ];
}

function sourceOf(market: unknown): string {
  const source = valueAt(market, ['source']);
  const place = entriesOf(source).flatMap(([key, value]) =>
    key !== 'source' && typeof value === 'string' ? [value] : [],
  );
  return showCommand(place[0] ?? 'an unnamed place');
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
