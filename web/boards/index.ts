// The games with their own board.
import type { Games } from '../../client/index.ts';
import type { BoardModule } from './board.ts';

type Boards = { readonly [Id in keyof Games]?: () => Promise<BoardModule<Games[Id]>> };

export const BOARDS: Boards = {
  'cabo-da-roca': async () => (await import('./cabo-da-roca/index.tsx')).board,
  borneo: async () => (await import('./borneo/index.tsx')).board,
  dockers: async () => (await import('./dockers/index.tsx')).board,
  rotterdam: async () => (await import('./rotterdam/index.tsx')).board,
};
