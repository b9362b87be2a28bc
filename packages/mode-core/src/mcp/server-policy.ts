import type { TextPosition } from '@modegate/json';

/**
 * Settings of a configured MCP server that are relevant to a policy; returned by `toPolicyServers` from server-config.
 */
export interface McpServerPolicy {
  readonly name: string;
  /** If false, only modes that list the server in `allowedServers` may use it. Default true. */
  readonly defaultEnabled?: boolean | undefined;
  /** True if the file switches the server off. Default false. */
  readonly disabled?: boolean | undefined;
  /**
   * Names of tools that the file switches off; case-sensitive, with the wildcards `*` and `?` as in restrictions.
   * Default: none.
   */
  readonly disabledTools?: readonly string[] | undefined;
  /** True if the letters A to Z match regardless of case in `disabledTools`. Default false. */
  readonly disabledInAnyCase?: boolean | undefined;
  /** The only tools that remain enabled, with the same wildcards; `[]` means none. Default: every tool. */
  readonly enabledTools?: readonly string[] | undefined;
  /** Reason why the entry could not be read; the server is then refused. */
  readonly invalid?: string | undefined;
  readonly file?: string | undefined;
  /** JSON pointer of the entry in its file. Default `/mcpServers/<name>`. */
  readonly pointer?: string | undefined;
  /**
   * JSON pointers to settings that have other names in the file. Default: `pointer` followed by the name of the
   * setting.
   */
  readonly settingPositions?: SettingPointers | undefined;
  readonly locate?: ((pointer: string) => TextPosition | undefined) | undefined;
}

/** JSON pointers to a server's settings. */
export interface SettingPointers {
  readonly disabled?: { readonly pointer: string } | undefined;
  readonly defaultEnabled?: { readonly pointer: string } | undefined;
  /** Positions parallel to `disabledTools`: one position per name. */
  readonly disabledTools?: readonly { readonly pointer: string }[] | undefined;
  readonly enabledTools?: { readonly pointer: string } | undefined;
}
