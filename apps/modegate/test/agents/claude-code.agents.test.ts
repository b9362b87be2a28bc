import { claudeCode } from './agents/claude-code.ts';
import { describeAgent } from './lab/describe-agent.ts';
import { describeHttpHook } from './lab/describe-http-hook.ts';

describeAgent(claudeCode);
describeHttpHook(claudeCode);
