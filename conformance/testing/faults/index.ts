// Servers that break one promise each, for the test of the kit: one file per file of scenes.
import { commandFaults } from './commands.ts';
import { dealingFaults } from './dealing.ts';
import { deviceFaults } from './devices.ts';
import { drawingFaults } from './drawing.ts';
import { enteringFaults } from './entering.ts';
import type { Fault } from './fault.ts';
import { foresightFaults } from './foresight.ts';
import { historyFaults } from './history.ts';
import { leavingFaults } from './leaving.ts';
import { matchFaults } from './match.ts';
import { noticeFaults } from './notices.ts';
import { passkeyFaults } from './passkeys.ts';
import { returningFaults } from './returning.ts';
import { ruleTextFaults } from './rule-texts.ts';
import { undoFaults } from './undo.ts';

export { SLOW_SCENES } from './returning.ts';

export const FAULTS: readonly Fault[] = [
  ...enteringFaults,
  ...deviceFaults,
  ...matchFaults,
  ...commandFaults,
  ...foresightFaults,
  ...returningFaults,
  ...historyFaults,
  ...leavingFaults,
  ...ruleTextFaults,
  ...drawingFaults,
  ...dealingFaults,
  ...undoFaults,
  ...noticeFaults,
  ...passkeyFaults,
];
