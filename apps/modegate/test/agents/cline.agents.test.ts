import { cline } from './agents/cline.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(cline);
