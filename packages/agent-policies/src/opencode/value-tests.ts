import { type FileValue, isUnsettled, textAt } from './file-value.ts';

/**
 * @internal True for a value that the agent accepts. A value with a substitution is accepted, because its text is
 * unknown.
 */
export type ValueTest = (value: FileValue) => boolean;

const isType =
  (type: 'string' | 'number' | 'boolean'): ValueTest =>
  (value) =>
    value.kind === 'scalar' && (value.unsettled || typeof value.value === type);

const isText = isType('string');
const isFlag = isType('boolean');
const isNumber = isType('number');

const isCount: ValueTest = (value) =>
  value.kind === 'scalar' && (value.unsettled || (Number.isInteger(value.value) && Number(value.value) > 0));

const isOneOf =
  (words: string): ValueTest =>
  (value) =>
    isText(value) && (words.split(' ').includes(textAt(value) ?? '') || isUnsettled(value));

const isListOf =
  (test: ValueTest): ValueTest =>
  (value) =>
    value.kind === 'list' && value.items.every(test);

const isMapOf =
  (test: ValueTest): ValueTest =>
  (value) =>
    value.kind === 'map' && [...value.entries.values()].every((entry) => test(entry.value));

/** Creates a test for a map: the values of known keys must pass, and required keys must be present. */
const isRecord =
  (tests: Readonly<Record<string, ValueTest>>, ...needed: readonly string[]): ValueTest =>
  (value) =>
    value.kind === 'map' &&
    needed.every((key) => value.entries.has(key)) &&
    Object.entries(tests).every(([key, test]) => {
      const entry = value.entries.get(key);
      return entry === undefined || test(entry.value);
    });

const isEither =
  (...tests: readonly ValueTest[]): ValueTest =>
  (value) =>
    tests.some((test) => test(value));

const isMap = isRecord({});
const isTimeout = isEither(isCount, isMap);
const colours = /^(?:#[0-9a-fA-F]{6}|primary|secondary|accent|success|warning|error|info)$/;

/** @internal Values in an agent's definition. */
export const agentValues: Readonly<Record<string, ValueTest>> = {
  model: isText,
  prompt: isText,
  description: isText,
  variant: isText,
  temperature: isNumber,
  top_p: isNumber,
  disable: isFlag,
  hidden: isFlag,
  options: isMap,
  steps: isCount,
  maxSteps: isCount,
  color: (value) => isText(value) && (isUnsettled(value) || colours.test(textAt(value) ?? '')),
  mode: isOneOf('subagent primary all'),
};

/** @internal Top-level values that both opencode and Kilo accept in a file. */
export const sharedValues: Readonly<Record<string, ValueTest>> = {
  $schema: isText,
  default_agent: isText,
  // The form of opencode 2 is also accepted.
  model: isEither(isText, isRecord({ providerID: isText, model: isText }, 'providerID', 'model')),
  small_model: isText,
  username: isText,
  snapshot: isFlag,
  instructions: isListOf(isText),
  disabled_providers: isListOf(isText),
  provider: isMap,
  experimental: isMap,
  share: isOneOf('manual auto disabled'),
};

const command = isRecord(
  { template: isText, description: isText, agent: isText, model: isText, subtask: isFlag },
  'template',
);

/** @internal Additional values at the top level of an opencode file. */
export const opencodeValues: Readonly<Record<string, ValueTest>> = {
  ...sharedValues,
  shell: isText,
  logLevel: isOneOf('DEBUG INFO WARN ERROR'),
  command: isMapOf(command),
  watcher: isRecord({ ignore: isListOf(isText) }),
  plugin: (value) => value.kind === 'list',
  autoshare: isFlag,
  autoupdate: isEither(isFlag, isOneOf('notify')),
  enabled_providers: isListOf(isText),
  provider: isMapOf(isRecord({ models: isMap, options: isMap, name: isText, npm: isText })),
  formatter: isEither(isFlag, isMap),
  lsp: isEither(isFlag, isMap),
  skills: isEither(isListOf(isText), isRecord({ paths: isListOf(isText), urls: isListOf(isText) })),
  layout: isOneOf('auto stretch'),
  server: isRecord({ port: isNumber, hostname: isText, mdns: isFlag, cors: isListOf(isText) }),
  compaction: isRecord({ auto: isFlag, prune: isFlag }),
  experimental: isRecord({ batch_tool: isFlag, primary_tools: isListOf(isText), continue_loop_on_deny: isFlag }),
  mcp: isMap,
};

/** @internal Test for an opencode server. */
export const isServerValue: ValueTest = isEither(
  isUnsettled,
  // If `enabled` is set, the other keys are ignored.
  isRecord({ enabled: isFlag }, 'enabled'),
  isRecord(
    {
      type: isOneOf('local'),
      command: isListOf(isText),
      environment: isMapOf(isText),
      enabled: isFlag,
      timeout: isTimeout,
    },
    'type',
    'command',
  ),
  isRecord(
    { type: isOneOf('remote'), url: isText, headers: isMapOf(isText), enabled: isFlag, timeout: isTimeout },
    'type',
    'url',
  ),
);

const providerModel = /^[^/#]+\/[^#]+(?:#[^#]+)?$/;

/** @internal An agent in the form of opencode 2; opencode 1 ignores an agent in any other form. */
export const isNativeAgent: ValueTest = isRecord({
  model: isEither(
    (value) => isText(value) && (isUnsettled(value) || providerModel.test(textAt(value) ?? '')),
    isRecord({ providerID: isText, model: isText, variant: isText }, 'providerID', 'model'),
  ),
  request: isRecord({ headers: isMapOf(isText), body: isMap }),
  system: isText,
  description: isText,
  mode: isOneOf('subagent primary all'),
  hidden: isFlag,
  color: (value) => isText(value) && (isUnsettled(value) || /^#[0-9a-fA-F]{6}$/.test(textAt(value) ?? '')),
  steps: isCount,
  disabled: isFlag,
});
