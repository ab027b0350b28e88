// The four companies: a ship, and below it the ranks with the merchants.
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { choosing, isPicked } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import { picksAhead } from './distribution.ts';
import { bonusBetween } from './flags.ts';
import { companyMeaning, heldIn, merchantMeaning } from './picking.ts';
import { COMPANIES, type Company } from './pieces.ts';
import { type Sight, say } from './sight.ts';
import { Figure, RoleMark, Ship } from './symbols.tsx';
import { atRank } from './trace.ts';

export function Companies({ sight }: { readonly sight: Sight }) {
  const { view } = sight;
  const turns =
    view.distribution === null
      ? []
      : picksAhead(view.companies, view.distribution).map(({ merchant }) => merchant);
  return (
    <Group label={say('companies')} class="bor-companies" isRegion>
      {COMPANIES.map((company) => (
        <Column key={company} sight={sight} company={company} turns={turns} />
      ))}
    </Group>
  );
}

interface OfColumn {
  readonly sight: Sight;
  readonly company: Company;
  /** Merchants in the order in which they pick. */
  readonly turns: readonly string[];
}

function Column({ sight, company, turns }: OfColumn) {
  const { view, atlas, commands, picks, kind } = sight;
  const column = view.companies[company];
  const of = atlas.constants['slotsPerCompany'] ?? column.length;
  const meaning = companyMeaning(commands, picks, company);
  const name = nameOf(sight, company);
  const rank = column.length + 1;
  const label = () => {
    if (meaning === undefined)
      return column.length >= of
        ? say('companyFull', { name })
        : say('company', { name, count: column.length, of });
    if (kind === 'placement') return say('placeHere', { name, rank });
    return say(kind === 'retreat' ? 'withdrawHere' : 'moveHere', { name, rank });
  };
  return (
    <div class="bor-column" data-company={company} data-open={meaning === undefined ? undefined : ''}>
      <Piece
        class="bor-company piece-of-area"
        label={label()}
        at={company}
        lit={isLit(sight, company)}
        {...choosing(sight, meaning)}
        picked={['company', 'to'].some((field) => isPicked(sight, { fields: { [field]: company } }))}
      >
        <Ship company={company} />
        <span class="bor-company-name">{name}</span>
      </Piece>
      <ol>
        {Array.from({ length: Math.max(of, column.length) }, (_, index) => {
          const merchant = column[index];
          return (
            <li
              key={index}
              class="bor-rank"
              data-at={atRank(company, index + 1)}
              data-next={index === column.length && meaning !== undefined ? '' : undefined}
            >
              <span class="bor-rank-number" aria-hidden="true">
                {index + 1}
              </span>
              {merchant === undefined ? (
                <span class="unseen">{say('freeRank', { rank: index + 1 })}</span>
              ) : (
                <Merchant
                  key={merchant}
                  sight={sight}
                  merchant={merchant}
                  company={company}
                  rank={index + 1}
                  turn={turns.indexOf(merchant) + 1}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface OfMerchant {
  readonly sight: Sight;
  readonly merchant: string;
  readonly company: Company;
  readonly rank: number;
  /** Its turn to take a spice, from 1; 0 if none. */
  readonly turn: number;
}

function Merchant({ sight, merchant, company, rank, turn }: OfMerchant) {
  const { view, atlas, commands, picks, props } = sight;
  const seat = atlas.merchants.get(merchant)?.seat ?? 0;
  const meaning = merchantMeaning(commands, picks, merchant, view.fight?.attacker);
  const isChosen = ['merchant', 'attacker', 'defender'].some((field) =>
    isPicked(sight, { fields: { [field]: merchant } }),
  );
  const isSwap = meaning?.fields?.['to'] === 'swap';
  const plain = say('merchant', {
    player: playerAt(sight, seat),
    merchant: nameOf(sight, merchant),
    company: nameOf(sight, company),
    rank,
  });
  const label = () => {
    if (isSwap) return say('swapHere', { merchant: plain });
    const held = heldIn(picks);
    const fight =
      held !== undefined && meaning?.fields?.['defender'] === merchant
        ? bonusBetween(view.companies, held, merchant)
        : undefined;
    if (fight !== undefined) return say('merchantTarget', { merchant: plain, bonus: `+${fight.bonus}` });
    return turn > 0 ? say('merchantNext', { merchant: plain, turn }) : plain;
  };
  return (
    <Card
      sight={sight}
      id={merchant}
      class="bor-merchant"
      label={label()}
      lit={isLit(sight, merchant) || props.litSeats.value.has(seat)}
      meaning={meaning}
      picked={isChosen || (isSwap && isPicked(sight, { fields: { to: 'swap' } }))}
    >
      <Figure seat={seat} />
      {seat === props.seat && <span class="bor-mine" />}
      {turn > 0 && <span class="bor-turn">{turn}</span>}
      {roleOf(sight, merchant)}
    </Card>
  );
}

/** In a fight, or while one is prepared. */
function roleOf({ view, picks }: Sight, merchant: string) {
  const attacker = view.fight?.attacker ?? picks.values.get('attacker');
  const defender = view.fight?.defender ?? picks.values.get('defender');
  if (merchant === attacker) return <RoleMark of="attacker" />;
  if (merchant === defender) return <RoleMark of="defender" />;
  return null;
}
