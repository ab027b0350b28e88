// Shipment cards and mission tiles as they are drawn everywhere.
import { flagsFor } from './flags.ts';
import type { Company, Mission, Shipment } from './pieces.ts';
import { WARES } from './pieces.ts';
import { say } from './sight.ts';
import { Flag, Spices } from './symbols.tsx';

interface OfShipment {
  readonly shipment: Shipment;
  /** Of a covered card only the upper row shows. */
  readonly isCovered?: boolean;
  /** In a fight only the flags of this company count. */
  readonly counting?: Company | undefined;
}

export function ShipmentFace({ shipment, isCovered = false, counting }: OfShipment) {
  const rows = isCovered ? shipment.rows.slice(0, 1) : shipment.rows;
  return (
    <span class="bor-face-of-card" data-covered={isCovered ? '' : undefined}>
      <Spices spice={shipment.spice} units={shipment.units} />
      {rows.map((row, index) => (
        <span key={index} class="bor-row">
          {row.map((company, place) => (
            <Flag
              key={place}
              company={company}
              {...(counting !== undefined && counting !== company && { class: 'bor-idle' })}
            />
          ))}
        </span>
      ))}
      {counting !== undefined && <b class="bor-sum">{flagsFor(counting, [shipment])}</b>}
    </span>
  );
}

export function MissionFace({ mission }: { readonly mission: Mission }) {
  return (
    <span class="bor-mission-face">
      <b class="seal" aria-hidden="true">
        {mission.vp}
      </b>
      <span class="bor-need">
        {WARES.filter((spice) => (mission.need[spice] ?? 0) > 0).map((spice) => (
          <Spices key={spice} spice={spice} units={mission.need[spice] ?? 0} />
        ))}
      </span>
    </span>
  );
}

/** «Red 3, blue 1». */
export function toldTally(tally: Readonly<Record<string, number>>, name: (id: string) => string): string {
  const told = Object.entries(tally).filter(([, count]) => count > 0);
  if (told.length === 0) return say('noFlags');
  return told.map(([company, count]) => say('flags', { company: name(company), count })).join(', ');
}
