// One line for every game: its name here is its id.
export { borneo } from './borneo/index.ts';
export { caboDaRoca as 'cabo-da-roca' } from './cabo-da-roca/index.ts';
export { dockers } from './dockers/index.ts';
export { rotterdam } from './rotterdam/index.ts';
