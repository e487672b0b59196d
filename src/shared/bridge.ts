/**
 * The only object that the desktop's preload exposes, as `window.parley`: a text channel to the host, and the paths of
 * dropped files. `PageFile` is the DOM's `File`, a type that the host does not have.
 */
export interface Bridge<PageFile = unknown> {
  send(text: string): void
  /**
   * Calls `listener` for each text, including those received before the first listener. Returns a function that
   * unsubscribes.
   */
  onText(listener: (text: string) => void): () => void
  /** Calls `listener` when the host closes the channel. */
  onClose(listener: () => void): () => void
  /** The path of a file that the person dropped or picked; empty if it has none, like a pasted picture. */
  getPathForFile(file: PageFile): string
}
