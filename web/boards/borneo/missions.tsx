// The mission tiles: what they ask for and what they are worth. A tile that was taken leaves its place empty.
import { Group } from '../parts/group.tsx';
import { Piece } from '../parts/piece.tsx';
import { MissionFace } from './cards.tsx';
import { type Mission, missionsInPlay } from './pieces.ts';
import { isLit, isPicked, nameOf, pickMeaning, type Sight, say } from './sight.ts';
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
  const can = sight.choice?.offers('mission', mission.id) === true;
  return (
    <Piece
      class="bor-tile"
      label={nameOf(sight, mission.id)}
      piece={mission.id}
      lit={isLit(sight, mission.id)}
      picked={isPicked(sight, 'mission', mission.id)}
      onPick={
        can
          ? () => pickMeaning(sight, { type: 'complete-mission', fields: { mission: mission.id } })
          : undefined
      }
    >
      <MissionFace mission={mission} />
    </Piece>
  );
}
