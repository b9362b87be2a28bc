import { codex } from './agents/codex.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(codex);
