import { claudeCode } from './agents/claude-code.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(claudeCode);
