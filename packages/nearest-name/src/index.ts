export { countSlips } from './count-slips.ts';
export { didYouMean, nearestName } from './nearest-name.ts';
