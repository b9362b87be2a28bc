import { copilot } from './agents/copilot.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(copilot);
