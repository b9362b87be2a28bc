import { kilo } from './agents/kilo.ts';
import { describeAgent } from './lab/describe-agent.ts';

describeAgent(kilo);
