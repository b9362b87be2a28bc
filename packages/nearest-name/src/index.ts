export { editDistance } from './edit-distance.ts';
export { didYouMean, nearestName } from './nearest-name.ts';
