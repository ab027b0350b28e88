// The upper bound: forwards what one client of a room sends to all of them, unread.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const rooms = new Map<string, Set<WebSocket>>();
const http = createServer();
const sockets = new WebSocketServer({ server: http });
sockets.on('connection', (socket, request) => {
  const name = request.url ?? '/';
  const room = rooms.get(name) ?? new Set();
  rooms.set(name, room.add(socket));
  socket.on('message', (data, isBinary) => {
    for (const member of room) member.send(data, { binary: isBinary });
  });
  socket.on('close', () => {
    room.delete(socket);
    if (room.size === 0) rooms.delete(name);
  });
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(http.address() as AddressInfo).port}}\n`);
});
