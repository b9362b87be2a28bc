import {
  AppError,
  type Environment,
  expandPath,
  type LogLevelName,
  logLevels,
  nonEmpty,
  readChoice,
} from '@modegate/cli-kit';
import { type Dialect, dialects, type IpcAddress } from '@modegate/ipc-bridge';
import { type AddressFlags, chooseAddress, isRemote } from './address-settings.ts';

/** Command-line flags; missing values come from the environment. */
export interface SettingsFlags extends AddressFlags {
  readonly socketOwner?: string;
  readonly dialect?: string;
  /** File that defines who may connect over HTTP. */
  readonly auth?: string;
  readonly timeoutMs?: string;
  readonly ackTimeoutMs?: string;
  readonly maxEvents?: string;
  readonly maxBufferBytes?: string;
  readonly maxFrameBytes?: string;
  /** False after `--no-push`. */
  readonly push?: boolean;
  readonly logLevel?: string;
  readonly logFile?: string;
}

/** All resolved settings. */
export interface Settings {
  /** Address of the agent. */
  readonly address: IpcAddress;
  /** Flag or variable that specified the address; `default` if neither did. */
  readonly addressFrom: string;
  /** User whose socket is trusted, in addition to the current user and root. */
  readonly socketOwner: number | undefined;
  readonly dialect: Dialect | 'detect';
  /** Overrides the time limits of all commands; undefined to let each command use its own. */
  readonly timeoutMs: number | undefined;
  /** Time allowed for a connected agent to introduce itself. */
  readonly ackTimeoutMs: number;
  /** Maximum number of events in each of the two queues. */
  readonly maxEvents: number;
  /** Approximate maximum size of each queue in bytes. */
  readonly maxBufferBytes: number;
  /** Maximum size in bytes of a message from the agent. */
  readonly maxFrameBytes: number;
  /** True if events are also sent to the client as notifications. */
  readonly push: boolean;
  readonly logLevel: LogLevelName;
  readonly logFile: string | undefined;
  /** Warnings about allowed but unsafe settings. */
  readonly warnings: readonly string[];
}

/**
 * Numeric settings with their default and bounds. Flags and variables have the same words: `maxEvents` is set by
 * `--max-events` and `ROO_IPC_MAX_EVENTS`.
 */
const numberSettings = {
  socketOwner: { default: undefined, min: 0, max: 4_294_967_294 },
  timeoutMs: { default: undefined, min: 100, max: 3_600_000 },
  ackTimeoutMs: { default: 10_000, min: 100, max: 3_600_000 },
  maxEvents: { default: 10_000, min: 10, max: 1_000_000 },
  maxBufferBytes: { default: 32 * 1024 * 1024, min: 65_536, max: 4 * 1024 ** 3 },
  maxFrameBytes: { default: 32 * 1024 * 1024, min: 65_536, max: 512 * 1024 * 1024 },
} as const;

/**
 * Resolves the settings: flags override the environment, which overrides the defaults; an empty variable is treated as
 * unset.
 *
 * @throws {AppError} exit code 2 if a value is not usable; the message contains the flag or variable and the expected
 * value.
 */
export function resolveSettings(flags: SettingsFlags, env: Environment = process.env): Settings {
  const { address, from } = chooseAddress(flags, env);
  const number = (name: keyof typeof numberSettings) => readNumber(name, flags, env);
  const logFile = flags.logFile ?? nonEmpty(env.MODEGATE_LOG_FILE);
  return {
    address,
    addressFrom: from,
    socketOwner: number('socketOwner'),
    dialect: readChoice(
      'The dialect',
      [...dialects, 'detect'],
      flags.dialect ?? nonEmpty(env.ROO_IPC_DIALECT) ?? 'detect',
    ),
    timeoutMs: number('timeoutMs'),
    ackTimeoutMs: number('ackTimeoutMs') ?? numberSettings.ackTimeoutMs.default,
    maxEvents: number('maxEvents') ?? numberSettings.maxEvents.default,
    maxBufferBytes: number('maxBufferBytes') ?? numberSettings.maxBufferBytes.default,
    maxFrameBytes: number('maxFrameBytes') ?? numberSettings.maxFrameBytes.default,
    // Commander sets the flag to true if --no-push is absent; this default must not override the variable.
    push: flags.push !== false && readSwitch(nonEmpty(env.ROO_IPC_PUSH) ?? 'true'),
    logLevel: readChoice('The log level', logLevels, flags.logLevel ?? nonEmpty(env.MODEGATE_LOG_LEVEL) ?? 'INFO'),
    logFile: logFile === undefined ? undefined : expandPath(logFile),
    warnings: warningsOf(address),
  };
}

function warningsOf(address: IpcAddress): readonly string[] {
  if (address.kind !== 'tcp' || !isRemote(address)) return [];
  return [
    `The agent's address ${address.host} is not a loopback address of this machine. The protocol has no password and no encryption. Anyone who can reach that port can drive the agent, and the traffic, including API keys, can be read in transit. Use a socket, 127.0.0.1, or a tunnel such as ssh -L.`,
  ];
}

function readNumber(name: keyof typeof numberSettings, flags: SettingsFlags, env: Environment): number | undefined {
  const { min, max } = numberSettings[name];
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const variable = `ROO_IPC_${words.join('_').toUpperCase()}`;
  const text = flags[name] ?? nonEmpty(env[variable]);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const place = flags[name] === undefined ? variable : `--${words.join('-')}`;
  throw new AppError(`${place} must be a whole number from ${min} to ${max}, not '${text.slice(0, 60)}'.`, 2);
}

function readSwitch(text: string): boolean {
  if (/^(true|1|on|yes)$/i.test(text)) return true;
  if (/^(false|0|off|no)$/i.test(text)) return false;
  throw new AppError(`ROO_IPC_PUSH must be true or false, not '${text.slice(0, 60)}'.`, 2);
}
