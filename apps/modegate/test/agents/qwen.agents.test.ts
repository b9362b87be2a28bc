import { qwen } from './agents/qwen.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(qwen);
