import { opencode } from './agents/opencode.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(opencode);
