/**
 * The one object that the desktop's preload puts on `window`, as `parley`: texts to the host and from it, and where a
 * file lies. `PageFile` is the page's `File`, which is no type of the host's.
 */
export interface Bridge<PageFile = unknown> {
  send(text: string): void
  /**
   * Calls `listener` for each text, also for those that came before the first listener. Returns a function that
   * unsubscribes.
   */
  onText(listener: (text: string) => void): () => void
  /** Calls `listener` when the host has closed the channel. */
  onClose(listener: () => void): () => void
  /** Where a file lies that the person dropped or picked; empty for one that is nowhere, such as a pasted picture. */
  getPathForFile(file: PageFile): string
}
