import { attempt } from '@modegate/json';
import { findMode, prepareCall } from '../../decide/call.ts';
import type { ToolRequest } from '../../decide/request.ts';
import type { Policy } from '../../policy/policy.ts';
import { openCommand } from '../check-command.ts';
import type { CommandReading } from '../command-analyser.ts';
import { prepareCommand } from './prepare-command.ts';

/**
 * Reads the command in a request, so that a caller that has the project on disk can look up the files that the command
 * accesses. Returns undefined unless the mode has usable restrictions on commands. Never throws.
 */
export function readRequestCommand(policy: Policy, request: ToolRequest): CommandReading | undefined {
  return attempt(() => {
    const call = openCommand(prepareCall(policy, request, findMode(policy, request)));
    const question = call === undefined || 'allowed' in call ? undefined : prepareCommand(call);
    return question === undefined || 'allowed' in question ? undefined : question.reading;
  });
}
