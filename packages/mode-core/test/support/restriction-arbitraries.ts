import type { CallContext, Circumstances, TaskContext } from '@modegate/mode-core';
import type { CommandRestrictions, McpConditions, McpRestrictions } from '@modegate/mode-core/modes';
import * as fc from 'fast-check';
import { conditionTaskStates, weekdays } from '../../src/modes/mode.ts';

/** Names of servers as rules and calls have them. */
export const serverName = fc.constantFrom('github', 'docs', 'admin', 'we*', 'd?cs', '*');

/** Names of tools as rules and calls have them. */
export const toolName = fc.constantFrom('search', 'get_secrets', 'get_*', '*', 's?arch');

const branchName = fc.constantFrom('main', 'topic', 'release/1', 'release/2');
const branchPattern = fc.oneof(branchName, fc.constantFrom('*', 'release/*', 'm??n'));
const value = fc.constantFrom('test', 'production', '', 'pro');
const valuePattern = fc.constantFrom('test', 'production', 'pro*', '*', '?');

const oneOrMore = <Value>(item: fc.Arbitrary<Value>) => fc.oneof(item, fc.array(item, { minLength: 1, maxLength: 3 }));

const schedule = fc
  .record({
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    days: fc.subarray([...weekdays], { minLength: 1 }),
    times: fc.constantFrom(['09:00', '17:00'], ['22:00', '06:00'], undefined),
  })
  .map(({ times, ...rest }) => ({
    ...rest,
    ...(times === undefined ? {} : { from: times[0] ?? '', to: times[1] ?? '' }),
  }));

const taskState = fc.constantFrom(...conditionTaskStates);
const modePattern = fc.constantFrom('orchestrator', 'orch*', 'code', '*');
const depth = fc.oneof(fc.nat(2), fc.constantFrom({ min: 1 }, { max: 1 }, { min: 1, max: 2 }));

const condition = fc
  .record(
    {
      branch: oneOrMore(branchPattern),
      ci: fc.boolean(),
      env: fc.dictionary(fc.constantFrom('NODE_ENV', 'STAGE', 'constructor'), oneOrMore(valuePattern), {
        minKeys: 1,
        maxKeys: 2,
      }),
      task: fc
        .record({ parentMode: oneOrMore(modePattern), depth, state: oneOrMore(taskState) }, { requiredKeys: [] })
        .filter((task) => Object.keys(task).length > 0),
    },
    { requiredKeys: [] },
  )
  .filter((when) => Object.keys(when).length > 0);

/** A schedule, a condition, both or, mostly, neither. */
export const conditions: fc.Arbitrary<McpConditions> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ schedule: oneOrMore(schedule), when: condition }, { requiredKeys: [] }) },
);

const toolReference = fc
  .tuple(fc.record({ serverName, toolName }), conditions)
  .map(([names, hanging]) => ({ ...names, ...hanging }));

/** Restrictions with any of their keys but `extends`. */
export const restrictions: fc.Arbitrary<McpRestrictions> = fc
  .tuple(
    fc.record(
      {
        allowedServers: fc.array(serverName, { maxLength: 3 }),
        askServers: fc.array(serverName, { maxLength: 1 }),
        disallowedServers: fc.array(serverName, { maxLength: 1 }),
        allowedTools: fc.array(toolReference, { maxLength: 3 }),
        askTools: fc.array(toolReference, { maxLength: 1 }),
        disallowedTools: fc.array(toolReference, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    conditions,
  )
  .map(([lists, hanging]) => ({ ...lists, ...hanging }));

/** Programs with arguments, as rules and commands have them. */
export const commandText = fc.constantFrom('git status', 'git push', 'git push --force', 'npm test', 'rm x', 'git $x');

const commandEntry = fc
  .tuple(fc.oneof(commandText, fc.constantFrom('git *', 'npm *', 'rm')), conditions)
  .map(([command, hanging]) => (Object.keys(hanging).length === 0 ? command : { command, ...hanging }));
const commandList = fc.array(commandEntry, { maxLength: 3 });

/** Restrictions on commands with any of their keys but `extends`. */
export const commandRestrictions: fc.Arbitrary<CommandRestrictions> = fc
  .tuple(
    fc.record(
      { allowedCommands: commandList, askCommands: commandList, disallowedCommands: commandList },
      { requiredKeys: [] },
    ),
    conditions,
  )
  .map(([lists, hanging]) => ({ ...lists, ...hanging }));

/** A context in which everything is known. */
export const fullContext: fc.Arbitrary<Required<CallContext>> = fc.record({
  branch: branchName,
  ci: fc.boolean(),
  env: fc.record({ NODE_ENV: fc.option(value), STAGE: fc.option(value), constructor: fc.option(value) }),
});

/** A task of which everything is known. */
export const fullTask: fc.Arbitrary<Required<TaskContext>> = fc
  .record({ state: taskState, depth: fc.nat(3), parentMode: fc.constantFrom('orchestrator', 'code') })
  .map((task) => ({ ...task, parentMode: task.depth === 0 ? null : task.parentMode }));

/** A moment in 2026. */
export const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) });

/** Circumstances in which anything may be unknown. */
export const circumstances: fc.Arbitrary<Circumstances> = fc.record(
  {
    at: moment,
    context: fc
      .tuple(fullContext, fc.subarray(['branch', 'ci', 'env'] as const))
      .map(([full, known]) => Object.fromEntries(known.map((key) => [key, full[key]]))),
    task: fc
      .tuple(fullTask, fc.subarray(['state', 'depth', 'parentMode'] as const))
      .map(([full, known]) => Object.fromEntries(known.map((key) => [key, full[key]]))),
  },
  { requiredKeys: [] },
);
