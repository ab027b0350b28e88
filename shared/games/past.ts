// One line for every earlier version of a game's rules, kept for matches that began with it: `npm run keep-rules`.
export { borneo as 'borneo 1' } from './borneo/past/1/index.ts';
export { borneo as 'borneo 2' } from './borneo/past/2/index.ts';
export { caboDaRoca as 'cabo-da-roca 2' } from './cabo-da-roca/past/2/index.ts';
export { caboDaRoca as 'cabo-da-roca 3' } from './cabo-da-roca/past/3/index.ts';
export { dockers as 'dockers 2' } from './dockers/past/2/index.ts';
export { rotterdam as 'rotterdam 2' } from './rotterdam/past/2/index.ts';
export { rotterdam as 'rotterdam 3' } from './rotterdam/past/3/index.ts';
