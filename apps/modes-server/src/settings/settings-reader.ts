import { type Environment, expandPath, nonEmpty, readChoice, splitList } from '@modegate/cli-kit';

/** Command-line flags. Values for missing flags come from the environment, then from the file. */
export interface SettingsFlags {
  readonly config?: string;
  readonly projectRoot?: string;
  readonly globalConfigDir?: string;
  readonly mode?: string;
  readonly modeSwitching?: string;
  readonly disableTool?: readonly string[];
  readonly conditionEnv?: readonly string[];
  readonly shell?: string;
  readonly gateway?: string;
  readonly surface?: string;
  readonly firstListWait?: string;
  readonly servers?: readonly string[];
  readonly toolsets?: string;
  readonly unequipped?: string;
  readonly equipToolset?: string;
  readonly stateDir?: string;
  readonly newTools?: string;
  readonly changedTools?: string;
  readonly trustProject?: boolean;
  readonly sessionTimeout?: string;
  readonly maxTasks?: string;
  readonly maxEndedTasks?: string;
  readonly maxSessionBytes?: string;
  readonly maxPrincipals?: string;
  readonly sessionStorage?: string;
  readonly database?: string;
  readonly databasePasswordFile?: string;
  readonly relay?: string;
  readonly logLevel?: string;
  readonly logFile?: string;
  readonly auditLog?: string;
  readonly auditArguments?: boolean;
  readonly audit?: string;
  readonly auditRotate?: string;
  readonly auditKeep?: string;
  readonly toolErrors?: string;
}

/** Names of the flags whose values are of a given type. */
type FlagsOf<Value> = {
  [Name in keyof SettingsFlags]-?: NonNullable<SettingsFlags[Name]> extends Value ? Name : never;
}[keyof SettingsFlags];

/** Environment variables whose names do not consist of `MODEGATE_` and the flag. */
const variables: Readonly<Partial<Record<keyof SettingsFlags, string>>> = {
  projectRoot: 'ROO_PROJECT_ROOT',
  globalConfigDir: 'ROO_CONFIG_DIR',
  gateway: 'MODEGATE_GATEWAY_MODE',
  disableTool: 'MODEGATE_DISABLED_TOOLS',
};

function variableOf(flag: keyof SettingsFlags): string {
  return variables[flag] ?? `MODEGATE_${flag.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
}

function optionOf(flag: keyof SettingsFlags): string {
  return `--${flag.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/** Reads settings. */
export type SettingsReader = ReturnType<typeof createSettingsReader>;

/** Reads settings by name: a flag overrides its environment variable, which overrides the value in the file. */
export function createSettingsReader(flags: SettingsFlags, env: Environment) {
  const pick = (name: FlagsOf<string>, written?: string | null): string | undefined =>
    flags[name] ?? nonEmpty(env[variableOf(name)]) ?? written ?? undefined;
  return {
    flags,
    env,
    pick,
    path: (name: FlagsOf<string>, written?: string | null): string | undefined => {
      const path = pick(name, written);
      return path === undefined ? undefined : expandPath(path);
    },
    list: (name: FlagsOf<readonly string[]>, written?: readonly string[] | null): readonly string[] | undefined =>
      flags[name] ?? splitList(env[variableOf(name)]) ?? written ?? undefined,
    /** @throws {AppError} exit code 2 for an unknown value */
    choose: <Choice extends string>(name: FlagsOf<string>, known: readonly Choice[], written: Choice): Choice =>
      readChoice(optionOf(name), known, pick(name) ?? written),
    /** Returns the source of a setting: its option, its variable, or the key in the file. */
    placeOf: (name: keyof SettingsFlags, key: string): string => {
      if (flags[name] !== undefined) return optionOf(name);
      return nonEmpty(env[variableOf(name)]) === undefined ? key : variableOf(name);
    },
  };
}
