import { joinPath } from '../paths.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import { readApproval } from './approval-policy.ts';
import { findWrongSetting } from './check-config-types.ts';
import type { CodexConfigFile, CodexRole } from './codex-rules.ts';
import { isKnownKey } from './config-schema.ts';
import { isTable, lineOfKey, valueAt } from './read-codex-config.ts';

/** Roles from one `.codex` folder, and the parts of it that Codex ignores. */
export interface CodexRoles {
  readonly roles: readonly CodexRole[];
  readonly problems: readonly PermissionFileProblem[];
}

/**
 * Reads the roles that `[agents.<role>]` tables declare in a folder, and the roles in the files of its `agents/`
 * folder.
 */
export function readCodexRoles(
  folder: string,
  config: CodexConfigFile | undefined,
  files: readonly CodexConfigFile[],
): CodexRoles {
  const declared = config === undefined ? [] : findDeclared(folder, config, files);
  const found = files
    .filter(({ path }) => path.startsWith(`${folder}/agents/`) && declared.every(({ file }) => file?.path !== path))
    .map((file): RoleSource => ({ file }));
  const roles = new Map<string, CodexRole>();
  const problems: PermissionFileProblem[] = [];
  for (const source of [...declared, ...found]) {
    const fault = findRoleFault(source);
    if (fault !== undefined) problems.push(fault);
    else {
      const role = { name: nameOf(source), folder, config: source.file, isUnread: source.isUnread === true };
      roles.set(role.name, role);
    }
    if (source.file !== undefined) problems.push(...findIgnored(source.file));
  }
  return { roles: [...roles.values()], problems };
}

interface RoleSource {
  readonly file: CodexConfigFile | undefined;
  readonly declaration?: { readonly config: CodexConfigFile; readonly name: string };
  /** True if the declaration refers to a file that was not read. */
  readonly isUnread?: boolean;
}

function findDeclared(
  folder: string,
  config: CodexConfigFile,
  files: readonly CodexConfigFile[],
): readonly RoleSource[] {
  const agents = valueAt(config.table, ['agents']);
  return Object.entries(isTable(agents) ? agents : {}).flatMap(([name, entry]): RoleSource[] => {
    if (!isTable(entry)) return [];
    const path = typeof entry.config_file === 'string' ? joinPath(folder, entry.config_file) : undefined;
    const file = files.find((one) => one.path === path);
    return [{ file, declaration: { config, name }, isUnread: path !== undefined && file === undefined }];
  });
}

function nameOf({ file, declaration }: RoleSource): string {
  return textAt(file, ['name'])?.trim() || (declaration?.name ?? '');
}

/** Returns the reason why Codex ignores a role; undefined if Codex does not ignore it. */
function findRoleFault(source: RoleSource): PermissionFileProblem | undefined {
  const { file, declaration } = source;
  const at = file ?? declaration?.config;
  const why = findReason(source);
  if (at === undefined || why === undefined) return undefined;
  const [key, reason] = why;
  const path = file === undefined && declaration !== undefined ? ['agents', declaration.name, key] : [key];
  return {
    code: 'CODEX_ROLE_IGNORED',
    severity: 'warning',
    message: `Codex ignores this role: ${reason}. Correct it here.`,
    file: at.name ?? '',
    line: file?.fault?.line ?? lineOfKey(at, path),
    column: file?.fault?.column ?? 1,
  };
}

const ownKeys = ['name', 'description', 'nickname_candidates'];

function findReason(source: RoleSource): readonly [key: string, reason: string] | undefined {
  const { file, declaration } = source;
  const declared = (key: string) => declaration && valueAt(declaration.config.table, ['agents', declaration.name, key]);
  if (file?.fault !== undefined) return ['', 'the file is not valid TOML'];
  if (nameOf(source) === '') return ['name', 'it has no name'];
  if (file !== undefined) {
    const unknown = Object.keys(file.table).find((key) => !isKnownKey(key) && !ownKeys.includes(key));
    if (unknown !== undefined) return [unknown, `it has the unknown key "${unknown}"`];
    const wrong = findWrongSetting([file]);
    if (wrong !== undefined) return [wrong.setting.path[0] ?? '', `${wrong.setting.path.join('.')} is ${wrong.what}`];
    const approval = readApproval([file]);
    if (approval !== undefined && 'code' in approval) return ['approval_policy', 'its approval_policy is not valid'];
    const instructions = textAt(file, ['developer_instructions']);
    if (instructions?.trim() === '') return ['developer_instructions', 'its developer_instructions are blank'];
    if (instructions === undefined && declaration === undefined) return ['', 'it has no developer_instructions'];
  }
  const descriptions = [textAt(file, ['description']), declared('description')].filter(
    (one) => typeof one === 'string',
  );
  if (descriptions.length === 0) return ['description', 'it has no description'];
  if (descriptions.some((one) => one.trim() === '')) return ['description', 'its description is blank'];
  const names = file?.table.nickname_candidates ?? declared('nickname_candidates');
  const areNames =
    Array.isArray(names) && names.length > 0 && names.every((one) => /^[\w -]*[\w-][\w -]*$/.test(String(one)));
  return names === undefined || areNames
    ? undefined
    : ['nickname_candidates', 'its nickname_candidates are not valid names'];
}

/** Settings that a subagent takes from its session, whatever its role's file specifies. */
const inherited =
  'sandbox_mode sandbox_workspace_write approval_policy approvals_reviewer default_permissions permissions mcp_servers'.split(
    ' ',
  );

function findIgnored(file: CodexConfigFile): readonly PermissionFileProblem[] {
  const key = inherited.find((one) => Object.hasOwn(file.table, one));
  if (key === undefined) return [];
  return [
    {
      code: 'CODEX_ROLE_SETTING_IGNORED',
      severity: 'warning',
      message: `Codex ignores ${key} in a role file: a subagent has the sandbox, the approval policy and the MCP servers of its session. Remove the key, and start a separate session for other permissions.`,
      file: file.name ?? '',
      line: lineOfKey(file, [key]),
      column: 1,
    },
  ];
}

function textAt(file: CodexConfigFile | undefined, path: readonly string[]): string | undefined {
  const value = file && valueAt(file.table, path);
  return typeof value === 'string' ? value : undefined;
}
