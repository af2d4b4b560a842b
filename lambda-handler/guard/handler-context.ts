import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';

interface HandlerContext {
  readonly socket: Socket;
  readonly onDestroy: (error?: Error) => boolean;
}

const contexts = new AsyncLocalStorage<HandlerContext>();
const watched = new WeakSet<Socket>();

/**
 * Calls a handler, and `onDestroy` when the handler destroys its connection, as Express does for an error after the
 * first byte of an answer. The connection stays if that is `true`.
 *
 * A caller that hangs up, a timeout of the server and its stop destroy the connection as well, while the handler is
 * at work: what tells them apart is that they come from outside of all that the handler has called.
 *
 * @see https://nodejs.org/api/async_context.html#class-asynclocalstorage
 */
export function inHandlerContext<T>(
  socket: Socket,
  onDestroy: (error?: Error) => boolean,
  handler: () => T,
): T {
  watch(socket);
  return contexts.run({ socket, onDestroy }, handler);
}

/** Once and for good: a connection has many requests, and more than one at a time. */
function watch(socket: Socket): void {
  if (watched.has(socket)) return;
  watched.add(socket);
  const { destroy } = socket;
  socket.destroy = (error) => {
    const context = contexts.getStore();
    const stays = context?.socket === socket && context.onDestroy(error);
    return stays ? socket : destroy.call(socket, error);
  };
}
