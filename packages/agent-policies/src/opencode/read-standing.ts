import { type StandingSetting, showCommand } from '../standing-setting.ts';
import { entriesIn, type FileValue, flagAt, itemsIn, textAt, valueAt } from './file-value.ts';

/**
 * @internal Reads the settings in a file that take effect without a call: servers, plugins, and programs that process
 * files.
 */
export function readStanding(root: FileValue, file: string): readonly StandingSetting[] {
  return [
    ...entriesIn(valueAt(root, 'mcp')).flatMap(([name, { value }]) => readServer(name, value, file)),
    ...readPlugins(valueAt(root, 'plugin'), file),
    ...(['formatter', 'lsp'] as const).flatMap((key) =>
      entriesIn(valueAt(root, key)).flatMap(([name, { value }]) => {
        const command = showList(valueAt(value, 'command'));
        const isOff = flagAt(valueAt(value, 'disabled')) === true;
        const does = `runs ${command} as the ${key} \`${name}\``;
        return command === undefined || isOff
          ? []
          : [{ key: `${key}.${name}`, does, weight: 1, file, line: value.place.line }];
      }),
    ),
  ];
}

/** Reads a server; a disabled server retains its key, so that it replaces one from a file with lower precedence. */
function readServer(name: string, value: FileValue, file: string): readonly StandingSetting[] {
  const isOn = flagAt(valueAt(value, 'enabled')) ?? true;
  const url = textAt(valueAt(value, 'url'));
  const starts = showList(valueAt(value, 'command')) ?? (url === undefined ? undefined : showCommand(url));
  const does = isOn
    ? `starts the MCP server \`${name}\`${starts === undefined ? '' : `: ${starts}`}`
    : `has the MCP server \`${name}\` switched off`;
  return [{ key: `mcp.${name}`, does, weight: isOn ? 1 : 0, file, line: value.place.line }];
}

function readPlugins(value: FileValue | undefined, file: string): readonly StandingSetting[] {
  return itemsIn(value).flatMap((item): readonly StandingSetting[] => {
    const name = textAt(item.kind === 'list' ? item.items[0] : item);
    if (name === undefined) return [];
    const does = `runs the plugin ${showCommand(name)}`;
    return [{ key: `plugin: ${name}`, does, weight: 1, mayRefuse: true, file, line: item.place.line }];
  });
}

function showList(value: FileValue | undefined): string | undefined {
  if (value?.kind !== 'list') return undefined;
  return showCommand(value.items.map((item) => textAt(item) ?? '…').join(' '));
}
