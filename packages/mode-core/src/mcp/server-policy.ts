import type { TextPosition } from '@modegate/json';

/** What the policy needs to know of one configured MCP server; mcp-host's `toPolicyServers` returns these. */
export interface McpServerPolicy {
  readonly name: string;
  /** `false`: only modes that name the server in `allowedServers` may use it. Default true. */
  readonly defaultEnabled?: boolean | undefined;
  /** Switched off in its file. Default false. */
  readonly disabled?: boolean | undefined;
  /** Names of tools switched off in the file; `*` and `?` as in restrictions, and case counts. Default none. */
  readonly disabledTools?: readonly string[] | undefined;
  /** Whether the case of A to Z does not count in `disabledTools`. Default false. */
  readonly disabledInAnyCase?: boolean | undefined;
  /** The only tools that the file leaves on, with the same wildcards; `[]` is none. Default: every tool. */
  readonly enabledTools?: readonly string[] | undefined;
  /** Present when the entry could not be read; the server is then refused for this reason. */
  readonly invalid?: string | undefined;
  readonly file?: string | undefined;
  /** JSON pointer of the entry in its file. Default `/mcpServers/<name>`. */
  readonly pointer?: string | undefined;
  /** JSON pointers of the settings, where the file has them under other names. Default: `pointer` and the name of the setting. */
  readonly settingPositions?: SettingPointers | undefined;
  readonly locate?: ((pointer: string) => TextPosition | undefined) | undefined;
}

/** Where the settings of a server are written, each as a JSON pointer. */
export interface SettingPointers {
  readonly disabled?: { readonly pointer: string } | undefined;
  readonly defaultEnabled?: { readonly pointer: string } | undefined;
  /** In step with the server's `disabledTools`. */
  readonly disabledTools?: readonly { readonly pointer: string }[] | undefined;
  readonly enabledTools?: { readonly pointer: string } | undefined;
}
