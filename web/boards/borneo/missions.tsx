// The mission tiles: what they ask for and what they are worth. A tile that was taken leaves its place empty.
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { nameOf } from '../parts/sight.ts';
import { MissionFace } from './cards.tsx';
import { type Mission, missionsInPlay } from './pieces.ts';
import { type Sight, say } from './sight.ts';
import { atMission } from './trace.ts';

export function Missions({ sight }: { readonly sight: Sight }) {
  const { atlas, ground } = sight;
  return (
    <Group label={say('missions')} class="bor-missions" isRegion>
      {missionsInPlay(atlas, ground.players.length).map((mission) => (
        <div key={mission.id} class="bor-tile-place" data-at={atMission(mission.id)}>
          {ground.availableMissions.includes(mission.id) ? (
            <Tile sight={sight} mission={mission} />
          ) : (
            <span class="unseen">{say('missionTaken', { name: nameOf(sight, mission.id) })}</span>
          )}
        </div>
      ))}
    </Group>
  );
}

function Tile({ sight, mission }: { readonly sight: Sight; readonly mission: Mission }) {
  const { id } = mission;
  const can = sight.choice?.offers('mission', id) === true;
  const meaning = { type: 'complete-mission', fields: { mission: id } } as const;
  return (
    <Card sight={sight} id={id} class="bor-tile" isCard meaning={can ? meaning : undefined}>
      <MissionFace mission={mission} />
    </Card>
  );
}
