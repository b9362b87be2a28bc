import { describeAnswers } from './describe-answers.ts';
import { opencodeListing } from './listing-agents.ts';

describeAnswers(opencodeListing);
