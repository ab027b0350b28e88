// The wording of a table, in the language of the page and with the names of its players.
import { useMemo } from 'preact/hooks';
import type { Names } from '../../client/index.ts';
import type { Furniture } from '../boards/furnish.ts';
import { language, textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { Wording } from './wording.ts';

const say = textsOf({ en, fr });

const pair = (name: string, value: string) => say('pair', { name, value });

/** `view`: the public view that picks are made in. */
export function useWording(
  {
    teller,
    schemas,
    catalogue,
    board,
  }: Pick<Furniture, 'teller' | 'schemas' | 'catalogue'> & Partial<Furniture>,
  names: Names,
  view?: () => unknown,
): Wording {
  const { value: current } = language;
  const known = names.join('\n');
  return useMemo(() => {
    const common = { yes: say('yes'), no: say('no'), nothing: say('nothing'), pair };
    return new Wording({
      book: teller.book,
      schemas,
      catalogue,
      names,
      common,
      tellPick: board?.tellPick,
      phrase: teller.phrase,
      view,
    });
  }, [teller, schemas, catalogue, known, current]);
}
