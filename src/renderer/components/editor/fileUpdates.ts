import type { TextUpdate } from '../../../shared/contract/methods/bufferMethods'

/** `version`: the one that they lead to. */
export type OnUpdates = (version: number, updates: readonly TextUpdate[]) => void

/** The updates of a file on their way to its editor: what comes before the editor is there waits for it. */
export class FileUpdates {
  #listener: OnUpdates | undefined
  #waiting: Parameters<OnUpdates>[] = []

  take(version: number, updates: readonly TextUpdate[]): void {
    if (this.#listener)
      this.#listener(version, updates)
    else
      this.#waiting.push([version, updates])
  }

  /** Where they go from now on, with those that came already. */
  listen(listener: OnUpdates): void {
    this.#listener = listener
    for (const update of this.#waiting.splice(0))
      listener(...update)
  }

  /** The file is opened anew, with a text that has all of them. */
  reset(): void {
    this.#listener = undefined
    this.#waiting = []
  }
}
