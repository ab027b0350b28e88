// The text check finds the faults that game texts have had, and no fault in good ones.
import { expect, test } from '@jest/globals';
import type { Language } from '../kernel/game.ts';
import { faultsInSentence } from './faulty-texts.ts';

const words = new Set(['attacker', 'harbour']);
const names = (sentence: string, language: Language) =>
  faultsInSentence(sentence, language, words).map((fault) => fault.slice(0, -`: ${sentence}`.length));

test.each<[string, Language, string]>([
  ['Vainqueur\u202F: attacker.', 'fr', 'the word attacker of the program'],
  ['Ada prend harbour-05.', 'fr', 'a raw id'],
  ['Ada sails to pos-a1.', 'en', 'a raw id'],
  ['Ada propose un échange à *.', 'fr', 'a raw id'],
  ['Ada joue {{card}}.', 'fr', 'a placeholder that was not filled in'],
  ['Ada receives undefined.', 'en', 'no value'],
  ['Ada se défend avec .', 'fr', 'a space before a comma, a full stop or a closing bracket'],
  ['Récompense\u202F: .', 'fr', 'a space before a comma, a full stop or a closing bracket'],
  ['Cargaison\u202F: rien.', 'fr', 'a list without a form for nothing'],
  ['Ada defends with nothing.', 'en', 'a list without a form for nothing'],
  ['Ada paie 1 clous.', 'fr', 'a plural after 0 or 1'],
  ['Ada pays 1 coins.', 'en', 'a plural after 1'],
  ['Ada prend un épice.', 'fr', 'épice is feminine'],
  ['Ada pose la tuile Au feu\u202F!.', 'fr', 'doubled punctuation'],
  ['Ada joue  deux cartes.', 'fr', 'two spaces'],
  ['Ada joue () deux cartes.', 'fr', 'empty brackets'],
  ["L'offre est retirée.", 'fr', 'a straight apostrophe or quotation mark'],
  ['Offre : un échange.', 'fr', 'no narrow no-break space before : ; ! ? »'],
  ['Offre: un échange.', 'fr', 'no narrow no-break space before : ; ! ? »'],
  ['La tuile « Pirates\u202F» est posée.', 'fr', 'no narrow no-break space after «'],
  ['Une\u202Fcarte est posée.', 'fr', 'a narrow no-break space for nothing'],
  ['L’offre n° 13 est retirée.', 'fr', 'no no-break space after n°'],
  ['C’est le tour de Ada.', 'fr', 'an elision left out'],
  ['Offer : a trade.', 'en', 'a space before : ; ! ?'],
  ['navire rouge\u202F: au port.', 'fr', 'no capital at the beginning'],
  ['Ada passe', 'fr', 'no full stop at the end'],
])('%s', (sentence, language, fault) => {
  expect(names(sentence, language)).toContain(fault);
});

test.each<[string, Language]>([
  ['L’offre n°\u00A013 est refusée\u202F; Bertil échange 1 carte contre 0 carte.', 'fr'],
  ['«\u202FAu feu\u202F!\u202F»\u202F: le navire du quai 3 est perdu.', 'fr'],
  ['Ada reçoit des clous de girofle ×2 (rouge ×3 / bleu).', 'fr'],
  ['Aux trésors\u202F!', 'fr'],
  ['Anne-Élodie joue le bateau pirate rouge\u202F: 45°.', 'fr'],
  ['Ada trades 1 card for nothing and plays “Fire!”.', 'en'],
])('nothing in: %s', (sentence, language) => {
  expect(names(sentence, language)).toEqual([]);
});
