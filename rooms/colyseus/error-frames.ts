// Colyseus sends the text of exceptions to clients. Here these frames are translated to our codes before
// they leave, so that nothing internal is revealed.
import { decode, type Iterator } from '@colyseus/schema';
import { type Client, ErrorCode, getMessageBytes, Protocol } from 'colyseus';
import { isTableCode } from '../../shared/protocol/codes.ts';

/** Statuses of an answer to a request. */
const STATUS = { rejected: 1, error: 2 } as const;

/** A frame that may be sent: in error frames a code replaces the message. */
export function withoutInternals(frame: Uint8Array): Uint8Array {
  if (frame[0] !== Protocol.ERROR) return frame;
  const at: Iterator = { offset: 1 };
  const number = decode.number(frame, at);
  const message = decode.string(frame, at);
  if (isTableCode(message)) return errorFrame(number, message);
  return number === ErrorCode.MATCHMAKE_EXPIRED
    ? errorFrame(number, 'reservation-expired')
    : errorFrame(500, 'internal-error');
}

function errorFrame(number: number, message: string): Uint8Array {
  return getMessageBytes[Protocol.ERROR](number, message);
}

/**
 * A request whose payload cannot be decoded is answered with the decoder's exception. From now on this
 * client gets `refusal` instead, as for any other bad payload.
 */
export function refuseUndecodable(client: Client, refusal: () => object): void {
  const enqueue = client.enqueueRaw.bind(client);
  client.enqueueRaw = (frame, options) => {
    if (frame[0] !== Protocol.ROOM_RESPONSE) return enqueue(frame, options);
    const at: Iterator = { offset: 1 };
    const request = decode.number(frame, at);
    if (frame[at.offset] !== STATUS.error) return enqueue(frame, options);
    enqueue(getMessageBytes[Protocol.ROOM_RESPONSE](request, STATUS.rejected, refusal()), options);
  };
}
