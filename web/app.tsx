// The whole client: one screen at a time, by the address.

import { FirstMatchScreen } from './first-match/first-match-screen.tsx';
import { KeysHelp } from './guide/keys-help.tsx';
import { screen } from './lib/router.ts';
import { Arrival } from './lobby/arrival.tsx';
import { Home } from './lobby/home.tsx';
import { Join } from './lobby/join.tsx';
import { NewTable } from './lobby/new-table.tsx';
import { ReplayScreen } from './replay/replay-screen.tsx';
import { RulePanel } from './rules/rule-panel.tsx';
import { RulesScreen } from './rules/rules-screen.tsx';
import { SeatColours } from './seats/seat-colours.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { NewVersion } from './shell/new-version.tsx';
import { TableScreen } from './table/table-screen.tsx';

export function App() {
  return (
    <SeatColours colours={[]}>
      <NewVersion />
      <CurrentScreen />
      <RulePanel />
      <KeysHelp />
    </SeatColours>
  );
}

function CurrentScreen() {
  const { value: current } = screen;
  switch (current.name) {
    case 'home':
    case 'unknown':
      return <Home />;
    case 'new':
      return <NewTable key={current.game} game={current.game} />;
    case 'first-match':
      return <FirstMatchScreen key={current.game} game={current.game} />;
    case 'join':
      return <Join key={current.invitation} invitation={current.invitation} />;
    case 'table':
      return <TableScreen key={current.id} id={current.id} invitation={current.invitation} />;
    case 'replay':
      return <ReplayScreen key={current.id} id={current.id} version={current.version} as={current.as} />;
    case 'rules':
      return <RulesScreen key={current.game} game={current.game} rule={current.rule} />;
    case 'settings':
      return <SettingsScreen />;
    case 'sign-in':
      return <Arrival />;
  }
}
