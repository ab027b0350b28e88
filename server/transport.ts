// The way of Colyseus' messages: sockets that gather what they send, and a pulse of our own.
import type { Server as HttpServer } from 'node:http';
import { WebSocketTransport } from 'colyseus';
import { GatheringSocket } from '../rooms/gathering-socket.ts';
import type { ProcessLimits } from './limits.ts';
import { Pulse } from './pulse.ts';

class Transport extends WebSocketTransport {
  follow(pulse: Pulse): void {
    pulse.watch(this.wss);
  }
}

export function createTransport(server: HttpServer, limits: ProcessLimits): WebSocketTransport {
  const transport = new Transport({
    server,
    maxPayload: limits.frameBytes,
    WebSocket: GatheringSocket,
    pingInterval: 0,
  });
  transport.follow(new Pulse({ seconds: limits.pulseSeconds, silentBeats: limits.silentPulses }));
  return transport;
}
