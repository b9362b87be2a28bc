import type { z } from 'zod';
import type { ConfigProblemSeverity } from '../config-problem.ts';
import { isRooFamily } from './entry-transport.ts';
import type { ServerConfig, ServerSettings } from './server-config.ts';
import type { ConfigFileKind } from './server-entry.ts';
import {
  codexEntrySchema,
  sseEntrySchema,
  stdioEntrySchema,
  streamableHttpEntrySchema,
  TIMEOUT_SECONDS,
} from './server-schema.ts';

/** Fields of an entry after validation. */
export interface ParsedFields {
  readonly config?: ServerConfig;
  readonly problems: readonly FieldProblem[];
}

/** A problem with one field; `path` leads from the entry to the field. */
export interface FieldProblem {
  readonly code: 'FIELD_INVALID' | 'FIELD_IGNORED';
  readonly severity: ConfigProblemSeverity;
  readonly message: string;
  readonly path: readonly string[];
}

/** Options for `parseFields`: the transport, and the fields to ignore. */
export interface FieldOptions {
  readonly type: ServerConfig['type'];
  readonly inferred: boolean;
  readonly ignored: readonly string[];
  /**
   * Kind of the file: in some kinds, `timeout` is in milliseconds, and only Roo's family rejects a timeout that is out
   * of range.
   */
  readonly kind: ConfigFileKind;
}

/** Validates the fields of an entry against the schema of its transport, and adds the defaults. */
export function parseFields(value: Readonly<Record<string, unknown>>, options: FieldOptions): ParsedFields {
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).filter(([key]) => !options.ignored.includes(key)),
  );
  const ignored = isRooFamily(options.kind) ? [] : readForeignTimeout(fields, options.kind);
  if (options.type === 'stdio') {
    const schema = options.kind === 'codex' ? codexEntrySchema() : stdioEntrySchema;
    const toConfig = ({ command, args, env, cwd, env_vars, ...rest }: StdioFields): ServerConfig => ({
      type: 'stdio',
      command,
      args: args ?? [],
      env: env ?? {},
      ...(options.kind === 'codex' && env_vars !== undefined ? { envVars: env_vars.map(nameOf) } : {}),
      ...(cwd === undefined ? {} : { cwd }),
      ...settingsOf(rest),
    });
    return finish(schema.safeParse(fields), ignored, toConfig);
  }
  const { type, inferred: typeInferred } = options;
  const toConfig = ({ url, headers, ...rest }: RemoteFields): ServerConfig => ({
    type,
    url,
    headers: headers ?? {},
    typeInferred,
    ...settingsOf(rest),
  });
  return type === 'sse'
    ? finish(sseEntrySchema().safeParse({ ...fields, type }), ignored, toConfig)
    : finish(streamableHttpEntrySchema().safeParse({ ...fields, type }), ignored, toConfig);
}

type SettingField = Exclude<keyof ServerSettings, 'timeoutSeconds' | 'disabledInAnyCase'> | 'timeout';

type RemoteFields = Pick<z.infer<ReturnType<typeof streamableHttpEntrySchema>>, 'url' | 'headers' | SettingField>;

type StdioFields = z.infer<typeof stdioEntrySchema> &
  Partial<Pick<z.infer<ReturnType<typeof codexEntrySchema>>, 'env_vars'>>;

function nameOf(variable: string | { readonly name: string }): string {
  return typeof variable === 'string' ? variable : variable.name;
}

/** Files in which `timeout` is in milliseconds. */
const IN_MILLISECONDS: ReadonlySet<ConfigFileKind> = new Set(['opencode', 'kilo-config', 'gemini']);

function readForeignTimeout(fields: Record<string, unknown>, kind: ConfigFileKind): readonly FieldProblem[] {
  const { timeout } = fields;
  if (typeof timeout !== 'number') return [];
  const [unit, factor] = IN_MILLISECONDS.has(kind) ? ['milliseconds', 1_000] : ['seconds', 1];
  const { minimum, maximum, byDefault } = TIMEOUT_SECONDS;
  const seconds = timeout / factor;
  if (seconds >= minimum && seconds <= maximum) {
    fields.timeout = seconds;
    return [];
  }
  delete fields.timeout;
  const message = `has a "timeout" outside the range ${minimum * factor} to ${maximum * factor} ${unit}; the default of ${byDefault * factor} ${unit} is used instead.`;
  return [{ code: 'FIELD_IGNORED', severity: 'warning', message, path: ['timeout'] }];
}

function finish<Fields>(
  result: z.ZodSafeParseResult<Fields>,
  ignored: readonly FieldProblem[],
  toConfig: (fields: Fields) => ServerConfig,
): ParsedFields {
  if (result.success) return { config: toConfig(result.data), problems: ignored };
  return { problems: [...ignored, ...result.error.issues.map(toProblem)] };
}

function settingsOf(fields: Pick<RemoteFields, SettingField>): ServerSettings {
  return {
    disabled: fields.disabled ?? false,
    defaultEnabled: fields.defaultEnabled ?? true,
    alwaysAllow: fields.alwaysAllow ?? [],
    disabledTools: fields.disabledTools ?? [],
    ...(fields.enabledTools === undefined ? {} : { enabledTools: fields.enabledTools }),
    timeoutSeconds: fields.timeout ?? TIMEOUT_SECONDS.byDefault,
    watchPaths: fields.watchPaths ?? [],
    shared: fields.shared ?? false,
    ...(fields.era === undefined ? {} : { era: fields.era }),
  };
}

// Zod's messages mention types and limits but never a value, so nothing from env or headers can leak.
function toProblem(issue: z.core.$ZodIssue): FieldProblem {
  const path = issue.path.map(String);
  const name = path.join('.').slice(0, 80);
  const said = issue.message.replace(/^Invalid input: /, '').replace(/^Too (big|small): /, '');
  const hint = path[0] === 'env' && path.length === 2 ? ' Put the value in quotes.' : '';
  const message = `has an invalid "${name}": ${said}.${hint}`;
  return { code: 'FIELD_INVALID', severity: 'error', message, path };
}
