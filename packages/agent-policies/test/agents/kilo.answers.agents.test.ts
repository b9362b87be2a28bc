import { describeAnswers } from './describe-answers.ts';
import { kiloListing } from './listing-agents.ts';

describeAnswers(kiloListing);
