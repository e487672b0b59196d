import type { BufferView } from '../../../shared/contract/methods/bufferMethods'
import { Text } from '@codemirror/state'

/** Makes a text of pieces that were just decoded. Whatever ends its lines, they come apart as an editor takes them apart. */
export class LineBuilder {
  readonly #pieces: string[] = []
  #text = Text.empty
  #carry = ''
  #endings = { crlf: 0, lf: 0, cr: 0 }

  add(piece: string): void {
    this.#pieces.push(piece)
    const isCut = piece.endsWith('\r') // the next piece may begin with its line feed
    this.#append(this.#carry + (isCut ? piece.slice(0, -1) : piece))
    this.#carry = isCut ? '\r' : ''
  }

  /** `raw` has the endings as they were, where they are not all the same. */
  end(): { text: Text, lineEnding: BufferView['lineEnding'], raw?: string } {
    this.#append(this.#carry)
    this.#carry = ''
    const { crlf, lf, cr } = this.#endings
    if (cr === 0 && (crlf === 0 || lf === 0))
      return { text: this.#text, lineEnding: crlf > 0 ? 'crlf' : 'lf' }
    return { text: this.#text, lineEnding: 'mixed', raw: this.#pieces.join('') }
  }

  #append(piece: string): void {
    if (piece === '')
      return
    const hasReturns = piece.includes('\r')
    const lines = piece.split(hasReturns ? /\r\n?|\n/ : '\n')
    this.#text = this.#text.append(Text.of(lines))
    const crlf = hasReturns ? piece.split('\r\n').length - 1 : 0
    const returns = hasReturns ? piece.split('\r').length - 1 : 0
    this.#endings.crlf += crlf
    this.#endings.cr += returns - crlf
    this.#endings.lf += lines.length - 1 - returns
  }
}
