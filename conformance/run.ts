// All scenes with one game, in sequence; the slow one in parallel.
import { builtInOf } from '../shared/kernel/built-in.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import { reasonOf } from '../shared/kernel/reason.ts';
import { createRng } from '../shared/kernel/rng.ts';
import { leaveTables } from './reach.ts';
import { RULE_IDS } from './rules.ts';
import type { Kit, Scene } from './scene.ts';
import { commands } from './scenes/commands.ts';
import { dealing } from './scenes/dealing.ts';
import { devices } from './scenes/devices.ts';
import { drawing } from './scenes/drawing.ts';
import { admission, clocks, identity } from './scenes/entering.ts';
import { foresight } from './scenes/foresight.ts';
import { history } from './scenes/history.ts';
import { leaving } from './scenes/leaving.ts';
import { match } from './scenes/match.ts';
import { notices } from './scenes/notices.ts';
import { passkeys } from './scenes/passkeys.ts';
import { beats, streams } from './scenes/returning.ts';
import { ruleTexts } from './scenes/rule-texts.ts';
import { undo } from './scenes/undo.ts';
import { type Finding, Verdicts } from './verdicts.ts';

export const SCENES: readonly Scene[] = [
  identity,
  devices,
  passkeys,
  admission,
  dealing,
  clocks,
  ruleTexts,
  drawing,
  commands,
  foresight,
  undo,
  notices,
  streams,
  leaving,
  history,
  match,
  beats,
];

/** The slow scene does not depend on the game: once is enough. */
export function scenesFor(nth: number): readonly Scene[] {
  return nth === 0 ? SCENES : SCENES.filter((scene) => scene !== beats);
}

interface Plan {
  readonly url: string;
  readonly family: GameFamily;
  /** 32 hexadecimal digits that determine the moves. */
  readonly seed: string;
  readonly scenes?: readonly Scene[];
  readonly moves?: number;
  progress?(text: string): void;
}

export async function tryServer(plan: Plan): Promise<Finding[]> {
  const { url, family, scenes = SCENES, moves = 5_000, progress = () => {} } = plan;
  const game = builtInOf(family);
  const verdicts = new Verdicts();
  const known: Kit['known'] = new Map();
  const arrived: Kit['arrived'] = new Set();
  const play = async (scene: Scene) => {
    const kit: Kit = {
      url,
      atEnd: [],
      known,
      arrived,
      family,
      game,
      moves,
      verdicts,
      options: family.short ?? {},
      luck: createRng(plan.seed),
    };
    const started = performance.now();
    try {
      await scene.play(kit);
      verdicts.untried(scene.rules, 'the scene did not come to it');
      progress(`${game.id}: ${scene.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      verdicts.untried(scene.rules, reasonOf(error));
      progress(`${game.id}: ${scene.name} was aborted: ${reasonOf(error)}`);
    } finally {
      for (const close of kit.atEnd) close();
    }
  };
  const slow = scenes.filter((scene) => scene === beats).map(play);
  for (const scene of scenes) if (scene !== beats) await play(scene);
  await Promise.all(slow);
  try {
    const left = await leaveTables({ url, atEnd: [], known, arrived });
    progress(`${game.id}: left ${left} seats`);
  } catch (error) {
    progress(`${game.id}: tables are left behind: ${reasonOf(error)}`);
  }
  const wanted = new Set(scenes.flatMap((scene) => scene.rules));
  return verdicts.findings(RULE_IDS.filter((rule) => wanted.has(rule)));
}
