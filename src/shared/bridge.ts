/** The one object that the desktop's preload puts on `window`, as `parley`: texts to the host and from it. */
export interface Bridge {
  send(text: string): void
  /** Calls `listener` for each text, also for those that came before the first listener. Returns a function that unsubscribes. */
  onText(listener: (text: string) => void): () => void
  /** Calls `listener` when the host has closed the channel. */
  onClose(listener: () => void): () => void
}
