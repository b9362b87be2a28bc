import { gemini } from './agents/gemini.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(gemini);
