/** How much output a window keeps; twice that before it is cut. */
const keptLimit = 1024 * 1024

/** The end of a terminal's output, as far as it has been received. Offsets count from the terminal's start. */
export class KeptOutput {
  #text = ''
  #end = 0

  get text(): string {
    return this.#text
  }

  /** The offset at which the text ends. */
  get end(): number {
    return this.#end
  }

  /** Begins anew with what the host kept. */
  start(text: string, end: number): void {
    this.#text = text
    this.#end = end
  }

  /** Takes text that ends at `end`, and returns what of it is new; `undefined` if something before it is missing. */
  take(data: string, end: number): string | undefined {
    const count = end - this.#end
    if (count <= 0)
      return ''
    if (count > data.length)
      return undefined
    const fresh = data.slice(data.length - count)
    this.#end = end
    this.#text += fresh
    if (this.#text.length > 2 * keptLimit)
      this.#text = this.#text.slice(-keptLimit)
    return fresh
  }
}
