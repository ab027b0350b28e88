// The WebSocket transport: sockets that gather their writes, and our own heartbeat. The room of
// a socket is determined from what the entrance parsed, not by Colyseus from the URL.
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AuthContext,
  CloseCode,
  connectClientToRoom,
  debugAndPrintError,
  matchMaker,
  Protocol,
  Room,
  WebSocketClient,
  WebSocketTransport,
} from 'colyseus';
import type { WebSocket } from 'ws';
import { clearTimeout, setTimeout } from '../../rooms/clockwork.ts';
import { GatheringSocket } from '../../rooms/colyseus/outgoing.ts';
import type { RoomService } from '../../rooms/index.ts';
import type { SeatTarget, SocketTarget } from '../http/target.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { reasonOf } from '../process/reason.ts';
import { toldOf } from './error-codes.ts';
import { Pulse } from './pulse.ts';
import { refuseUpgrade } from './sockets.ts';

/** Lifetime and answers of a socket that only measures latency. */
const LATENCY_MS = 1_000;
const LATENCY_ANSWERS = 20;

/** Tells which matches are on their way to this process. */
type Arrivals = Pick<RoomService, 'isArriving'>;

export class Transport extends WebSocketTransport {
  constructor(server: HttpServer, limits: ProcessLimits, sinceStall: () => number) {
    super({
      server,
      maxPayload: limits.frameBytes,
      maxFragments: limits.messageFragments,
      WebSocket: GatheringSocket,
      pingInterval: 0,
    });
    this.wss.removeAllListeners('connection');
    // Instead of the library's own answer.
    this.wss.on('wsClientError', (_error: Error, socket: Duplex) => refuseUpgrade(socket, 'bad-header'));
    const { pulseSeconds: seconds, silentPulses: silentBeats } = limits;
    new Pulse({ seconds, silentBeats, sinceStall }).watch(this.wss);
  }

  /** Completes the handshake of an admitted socket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    target: SocketTarget,
    arrivals: Arrivals,
  ): void {
    this.wss.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', (error) => debugAndPrintError(reasonOf(error)));
      this.wss.emit('connection', webSocket, request);
      if (target.seat === undefined) answerPings(webSocket);
      else void connect(webSocket, request, target.seat, arrivals);
    });
  }
}

/** Never rejects: the client gets a code if something goes wrong. */
async function connect(
  webSocket: WebSocket,
  request: IncomingMessage,
  target: SeatTarget,
  arrivals: Arrivals,
): Promise<void> {
  const { reconnectionToken, skipHandshake } = target;
  try {
    const client = new WebSocketClient(target.sessionId, webSocket);
    const options = { skipHandshake, ...(reconnectionToken !== undefined && { reconnectionToken }) };
    await connectClientToRoom(roomOf(target), client, contextOf(request), options);
  } catch (error) {
    debugAndPrintError(reasonOf(error));
    refuse(webSocket, error, await closeCodeFor(target, arrivals));
  }
}

/** A returning SDK gives up at all codes but the one for a match that is still on its way here. */
async function closeCodeFor({ reconnectionToken, roomId }: SeatTarget, arrivals: Arrivals): Promise<number> {
  if (reconnectionToken === undefined) return CloseCode.WITH_ERROR;
  // Without an answer of the database nobody knows where it is.
  const isArriving = await arrivals.isArriving(roomId).catch(() => true);
  return isArriving ? CloseCode.MAY_TRY_RECONNECT : CloseCode.FAILED_TO_RECONNECT;
}

/** Colyseus keeps rooms in a plain object, which also has `__proto__` and `constructor`. */
function roomOf({ roomId }: SeatTarget): Room | undefined {
  const room: unknown = matchMaker.getLocalRoomById(roomId);
  return room instanceof Room ? room : undefined;
}

/** Not used by rooms: the seat was reserved for an identity. */
function contextOf({ headers }: IncomingMessage): AuthContext {
  return { headers: new Headers(), ip: String(headers['x-real-ip'] ?? '') };
}

function refuse(webSocket: WebSocket, error: unknown, closeCode: number): void {
  const { code, error: told } = toldOf(error);
  new WebSocketClient('', webSocket).error(code, told, () => webSocket.close(closeCode));
}

function answerPings(webSocket: WebSocket): void {
  const timer = setTimeout(() => webSocket.close(CloseCode.NORMAL_CLOSURE), LATENCY_MS);
  let answers = 0;
  webSocket.on('message', () => {
    answers += 1;
    if (answers <= LATENCY_ANSWERS) webSocket.send(Uint8Array.of(Protocol.PING));
    else webSocket.close(CloseCode.WITH_ERROR);
  });
  webSocket.on('close', () => clearTimeout(timer));
}
