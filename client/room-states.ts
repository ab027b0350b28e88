// The types of `room.state`, by the id of the game, written by npm run docs. Mixed values and lists of lists are sent as
// text, and `null` not at all: `decoded` gives the views as they are described.

interface TableUndoQuestion {
  readonly id: number;
  readonly seat: number;
  readonly versions: readonly number[];
  readonly asked: readonly number[];
  readonly agreed: readonly number[];
  readonly until: number;
}

interface TableSuccessions {
  readonly seat: number;
  readonly version: number;
  readonly at: number;
  readonly from?: string;
  readonly occupant: string;
  readonly name?: string;
}

interface TableNewcomers {
  readonly name: string;
  readonly agreed: readonly number[];
}

interface TablePatience {
  readonly left?: number;
  readonly idle?: number;
}

interface TableResultRanking {
  readonly seat: number;
  readonly place: number;
  readonly total: number;
  readonly parts: ReadonlyMap<string, number>;
  readonly tieBreak?: ReadonlyMap<string, number>;
}

interface TableResult {
  readonly reason: string;
  readonly ranking: readonly TableResultRanking[];
  readonly winners: readonly number[];
}

interface TableAbandoned {
  readonly why: string;
  readonly seats: readonly number[];
  readonly at: number;
}

interface TableSeatsPriv<TableSeatsPrivSeatView> {
  readonly invitation?: string;
  readonly seatView?: TableSeatsPrivSeatView;
}

interface TableSeats<TableSeatsPrivSeatView> {
  readonly seat: number;
  readonly occupant: string;
  readonly name?: string;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly botPlays: boolean;
  readonly strength?: string;
  readonly muted: boolean;
  readonly rematch: boolean;
  readonly commitment?: string;
  readonly part?: string;
  readonly abandon: boolean;
  readonly priv?: TableSeatsPriv<TableSeatsPrivSeatView>;
}

interface Table<TableOptions, TableSeatsPrivSeatView> {
  readonly matchId: string;
  readonly game: string;
  readonly edition: string;
  readonly editionHash: string;
  readonly rulesVersion: number;
  readonly status: string;
  readonly dealing: boolean;
  readonly startsAt?: number;
  readonly hostSeat?: number;
  readonly options: TableOptions;
  readonly clock: string;
  readonly visibility: string;
  readonly spectatorsAllowed: boolean;
  readonly spectators: number;
  readonly spectatorsMuted: boolean;
  readonly absence: string;
  readonly vacancy: string;
  readonly hints: boolean;
  readonly undo: string;
  readonly undoQuestion?: TableUndoQuestion;
  readonly successions: readonly TableSuccessions[];
  readonly newcomers: readonly TableNewcomers[];
  readonly patience: TablePatience;
  readonly commitment: string;
  readonly seed?: string;
  readonly result?: TableResult;
  readonly abandoned?: TableAbandoned;
  readonly rematch?: string;
  readonly seats: readonly TableSeats<TableSeatsPrivSeatView>[];
}

interface Decisions {
  readonly id: number;
  readonly seat: number;
  readonly kind: string;
  readonly deadline?: number;
}

interface State<TableOptions, TableSeatsPrivSeatView, View> {
  readonly version: number;
  readonly table: Table<TableOptions, TableSeatsPrivSeatView>;
  readonly decisions: readonly Decisions[];
  readonly banks: readonly number[];
  readonly view?: View;
}

interface BorneoTableOptions {
  readonly fourMerchants: boolean;
  readonly blackbeard: boolean;
  readonly distinctSetupCompanies: boolean;
  readonly firstSeat: string;
}

interface BorneoTableSeatsPrivSeatView {
  readonly hand: readonly string[];
  readonly missions: readonly string[];
}

interface BorneoViewOptions {
  readonly fourMerchants: boolean;
  readonly blackbeard: boolean;
  readonly distinctSetupCompanies: boolean;
  readonly firstSeat: string;
}

interface BorneoViewSlotsCounts {
  readonly red: number;
  readonly blue: number;
  readonly yellow: number;
  readonly green: number;
}

interface BorneoViewSlots {
  readonly harbourId?: string;
  readonly pile: readonly string[];
  readonly counts: BorneoViewSlotsCounts;
}

interface BorneoViewCompanies {
  readonly red: readonly string[];
  readonly blue: readonly string[];
  readonly yellow: readonly string[];
  readonly green: readonly string[];
}

interface BorneoViewPlayers {
  readonly seat: number;
  readonly handCount: number;
  readonly warehouse: readonly string[];
  readonly missionCount: number;
  readonly unplacedMerchants: number;
}

interface BorneoViewFight {
  readonly company: string;
  readonly attacker: string;
  readonly defender: string;
  readonly attackCards: readonly string[];
  readonly defenceCards: readonly string[];
  readonly bonus: number;
}

interface BorneoViewDistribution {
  readonly slot: number;
  readonly harbourId: string;
  readonly kind: string;
  readonly companies: readonly string[];
  readonly remaining: readonly string[];
  readonly rank: number;
  readonly merchant: string;
  readonly seat: number;
}

interface BorneoViewScores {
  readonly seat: number;
  readonly warehouseVp: number;
  readonly missionVp: number;
  readonly piratePenalty: number;
  readonly total: number;
  readonly missions: readonly string[];
}

interface BorneoView {
  readonly version: number;
  readonly phase: string;
  readonly options: BorneoViewOptions;
  readonly placementRound: number;
  readonly activeSeat: number;
  readonly firstSeat: number;
  readonly turn: number;
  readonly deckCount: number;
  readonly discard: readonly string[];
  readonly harbourPileCount: number;
  readonly removedHarbours: readonly string[];
  readonly slots: readonly BorneoViewSlots[];
  readonly companies: BorneoViewCompanies;
  readonly availableMissions: readonly string[];
  readonly players: readonly BorneoViewPlayers[];
  readonly fight?: BorneoViewFight;
  readonly distribution?: BorneoViewDistribution;
  readonly pirateShip: string;
  readonly endReason?: string;
  readonly scores?: readonly BorneoViewScores[];
}

interface CaboDaRocaTableOptions {
  readonly targetCoins: number;
  readonly finalRounds: number;
  readonly firstSeat: string;
  readonly hiddenCargo: boolean;
}

interface CaboDaRocaTableSeatsPrivSeatViewCargoes {
  readonly shipId: string;
  readonly cardId: string;
}

interface CaboDaRocaTableSeatsPrivSeatView {
  readonly cargoes: readonly CaboDaRocaTableSeatsPrivSeatViewCargoes[];
}

interface CaboDaRocaViewOptions {
  readonly targetCoins: number;
  readonly finalRounds: number;
  readonly hiddenCargo: boolean;
}

interface CaboDaRocaViewBoard {
  readonly tileId: string;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

interface CaboDaRocaViewTreasureCards {
  readonly island?: string;
  readonly wreck?: string;
}

interface CaboDaRocaViewSeatsReserve {
  readonly trade: number;
  readonly fishing: number;
  readonly pirate: number;
  readonly sailor: number;
}

interface CaboDaRocaViewSeats {
  readonly colour: string;
  readonly coins: number;
  readonly homePort?: string;
  readonly homeLaid: boolean;
  readonly eliminated: number;
  readonly reserve: CaboDaRocaViewSeatsReserve;
  readonly lost: readonly string[];
}

interface CaboDaRocaViewShips {
  readonly id: string;
  readonly seat: number;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly docked: boolean;
  readonly hasCargo: boolean;
  readonly cargo?: string;
  readonly origin?: string;
  readonly bonusOld: number;
  readonly bonusNew: number;
  readonly credited: readonly string[];
  readonly dockedAtTurnStart: boolean;
  readonly enteredPort: boolean;
  readonly loadedThisTurn: boolean;
  readonly cardRefused: boolean;
  readonly justLeftPort: boolean;
  readonly pirateMode: string;
}

interface CaboDaRocaViewSailors {
  readonly id: string;
  readonly seat: number;
  readonly x: number;
  readonly y: number;
  readonly moved: boolean;
}

interface CaboDaRocaViewBerth {
  readonly owner: number;
  readonly portId: string;
  readonly shipKind: string;
  readonly fee: number;
}

interface CaboDaRocaViewRansom {
  readonly pirateId: string;
  readonly shipId: string;
  readonly amount: number;
}

interface CaboDaRocaViewDues {
  readonly lighthouseId: string;
  readonly seat: number;
  readonly amount: number;
}

interface CaboDaRocaViewResultScores {
  readonly seat: number;
  readonly coins: number;
  readonly fishPorts: number;
  readonly fishShips: number;
  readonly fleet: number;
  readonly ports: number;
  readonly treasures: number;
  readonly total: number;
}

interface CaboDaRocaViewResult {
  readonly reason: string;
  readonly winner: number;
  readonly ranking: readonly number[];
  readonly scores: readonly CaboDaRocaViewResultScores[];
}

interface CaboDaRocaView {
  readonly version: number;
  readonly options: CaboDaRocaViewOptions;
  readonly phase: string;
  readonly round: number;
  readonly firstSeat: number;
  readonly turnSeat: number;
  readonly actionsAllowed: number;
  readonly actionsUsed: number;
  readonly finalPhase: boolean;
  readonly finalTurns: readonly number[];
  readonly idleTurns: number;
  readonly turnIdle: boolean;
  readonly board: readonly CaboDaRocaViewBoard[];
  readonly drawnTile?: string;
  readonly stackCount: number;
  readonly removedTiles: readonly string[];
  readonly deckCount: number;
  readonly discard: readonly string[];
  readonly setAside: readonly string[];
  readonly treasureCards: CaboDaRocaViewTreasureCards;
  readonly cardsTurned: readonly string[];
  readonly seats: readonly CaboDaRocaViewSeats[];
  readonly ships: readonly CaboDaRocaViewShips[];
  readonly sailors: readonly CaboDaRocaViewSailors[];
  readonly truces: readonly string[];
  readonly berthAsked: readonly number[];
  readonly berth?: CaboDaRocaViewBerth;
  readonly ransom?: CaboDaRocaViewRansom;
  readonly dues: readonly CaboDaRocaViewDues[];
  readonly result?: CaboDaRocaViewResult;
}

interface DockersTableOptions {
  readonly events: boolean;
  readonly targetPrimes: number;
  readonly firstSeat: string;
  readonly maxRounds: number;
}

interface DockersTableSeatsPrivSeatView {
  readonly goods: readonly string[];
}

interface DockersViewOptions {
  readonly events: boolean;
  readonly targetPrimes: number;
  readonly firstSeat: string;
  readonly maxRounds: number;
}

interface DockersViewQuaysEvent {
  readonly id: string;
  readonly kind: string;
  readonly seat: number;
}

interface DockersViewQuays {
  readonly quay: number;
  readonly shipId?: string;
  readonly value: number;
  readonly goods?: string;
  readonly event?: DockersViewQuaysEvent;
  readonly porters: readonly number[];
  readonly departing: boolean;
}

interface DockersViewPlayers {
  readonly seat: number;
  readonly colour: string;
  readonly primes: number;
  readonly reserve: number;
  readonly relationsInHand: readonly string[];
  readonly relationsPlayed: readonly string[];
  readonly events: readonly string[];
  readonly goodsCount: number;
}

interface DockersViewTurn {
  readonly relationPlayed?: string;
  readonly auctionHeld: boolean;
  readonly eventPlayed: boolean;
  readonly departQueue: readonly number[];
  readonly newQuays: readonly number[];
}

interface DockersViewAuction {
  readonly eventId: string;
  readonly openerSeat: number;
  readonly highBid: number;
  readonly highSeat?: number;
  readonly nextSeat: number;
  readonly passed: readonly number[];
}

interface DockersViewResultRanking {
  readonly seat: number;
  readonly primes: number;
  readonly goods: string;
  readonly rank: number;
}

interface DockersViewResult {
  readonly reason: string;
  readonly ranking: readonly DockersViewResultRanking[];
  readonly winners: readonly number[];
}

interface DockersView {
  readonly version: number;
  readonly options: DockersViewOptions;
  readonly phase: string;
  readonly actorSeat?: number;
  readonly activeSeat: number;
  readonly round: number;
  readonly roundFirstSeat: number;
  readonly turnsPlayedInRound: number;
  readonly slateSeat: number;
  readonly slateUsedThisRound: boolean;
  readonly finalRound: boolean;
  readonly targetReached: boolean;
  readonly quays: readonly DockersViewQuays[];
  readonly nextShipId?: string;
  readonly shipPileCount: number;
  readonly goodsPileCount: number;
  readonly eventPileCount: number;
  readonly shipDiscard: readonly string[];
  readonly eventDiscard: readonly string[];
  readonly removedShips: readonly string[];
  readonly removedGoods: readonly string[];
  readonly removedEvents: readonly string[];
  readonly players: readonly DockersViewPlayers[];
  readonly turn: DockersViewTurn;
  readonly auction?: DockersViewAuction;
  readonly result?: DockersViewResult;
}

interface RotterdamTableOptions {
  readonly safeHarbour: boolean;
  readonly openProducts: boolean;
  readonly firstSeat: string;
  readonly targetMissionPoints: number;
  readonly maxRounds: number;
}

interface RotterdamTableSeatsPrivSeatViewOffers {
  readonly id: number;
  readonly from: number;
  readonly to: string;
  readonly give: ReadonlyMap<string, number>;
  readonly want: ReadonlyMap<string, number>;
}

interface RotterdamTableSeatsPrivSeatView {
  readonly missions: readonly string[];
  readonly products: ReadonlyMap<string, number>;
  readonly navigation: readonly string[];
  readonly offers: readonly RotterdamTableSeatsPrivSeatViewOffers[];
}

interface RotterdamViewPlayersHand {
  readonly missions: readonly string[];
  readonly products: ReadonlyMap<string, number>;
  readonly navigation: readonly string[];
}

interface RotterdamViewPlayers {
  readonly seat: number;
  readonly colour: string;
  readonly missionPoints: number;
  readonly laid: readonly string[];
  readonly fulfilled: readonly string[];
  readonly missionCount: number;
  readonly productCount: number;
  readonly navigationCount: number;
  readonly pendingDraws: number;
  readonly tradingDone: boolean;
  readonly revealed: ReadonlyMap<string, number>;
  readonly hand?: RotterdamViewPlayersHand;
}

interface RotterdamViewShips {
  readonly owner: number;
  readonly position?: string;
  readonly cargo?: string;
}

interface RotterdamViewProductDecks {
  readonly count: number;
  readonly top?: string;
}

interface RotterdamViewOffers {
  readonly id: number;
  readonly from: number;
  readonly to: string;
  readonly giveCount: number;
  readonly wantCount: number;
  readonly give?: ReadonlyMap<string, number>;
  readonly want?: ReadonlyMap<string, number>;
}

interface RotterdamViewOptions {
  readonly safeHarbour: boolean;
  readonly openProducts: boolean;
  readonly firstSeat: string;
  readonly targetMissionPoints: number;
  readonly maxRounds: number;
}

interface RotterdamViewResultScores {
  readonly missionPoints: number;
  readonly navigationPoints: number;
  readonly productPoints: number;
  readonly total: number;
  readonly productCount: number;
  readonly rank: number;
}

interface RotterdamViewResult {
  readonly reason: string;
  readonly winners: readonly number[];
  readonly scores: readonly RotterdamViewResultScores[];
}

interface RotterdamView {
  readonly version: number;
  readonly phase: string;
  readonly round: number;
  readonly captain: number;
  readonly turn?: number;
  readonly step?: string;
  readonly colour?: string;
  readonly keepTurn: boolean;
  readonly movedShips: number;
  readonly blockedShips: number;
  readonly players: readonly RotterdamViewPlayers[];
  readonly ships: ReadonlyMap<string, RotterdamViewShips>;
  readonly harbourQueues: string;
  readonly stock: ReadonlyMap<string, number>;
  readonly productDecks: ReadonlyMap<string, RotterdamViewProductDecks>;
  readonly missionDeckCount: number;
  readonly navigationPileCount: number;
  readonly navigationDiscard: readonly string[];
  readonly offers: readonly RotterdamViewOffers[];
  readonly nextOffer: number;
  readonly options: RotterdamViewOptions;
  readonly result?: RotterdamViewResult;
}

export interface RoomStates {
  readonly borneo: State<BorneoTableOptions, BorneoTableSeatsPrivSeatView, BorneoView>;
  readonly 'cabo-da-roca': State<CaboDaRocaTableOptions, CaboDaRocaTableSeatsPrivSeatView, CaboDaRocaView>;
  readonly dockers: State<DockersTableOptions, DockersTableSeatsPrivSeatView, DockersView>;
  readonly rotterdam: State<RotterdamTableOptions, RotterdamTableSeatsPrivSeatView, RotterdamView>;
}
