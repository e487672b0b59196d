/**
 * The connection between one renderer and the host: Electron IPC or a WebSocket.
 * Messages are plain JSON values, delivered whole and in order.
 */
export interface Channel {
  send(message: unknown): void
  /** Calls `listener` for each message; returns a function that unsubscribes. */
  onMessage(listener: (message: unknown) => void): () => void
  /** Calls `listener` once, when the other side has disconnected. */
  onClose(listener: () => void): () => void
}
