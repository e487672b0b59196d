const pieceCharacters = 16 * 1024

/** Output in pieces: xterm rests between two of them, never within one. */
export function outputPieces(text: string): string[] {
  const pieces = [text.slice(0, pieceCharacters)]
  for (let start = pieceCharacters; start < text.length; start += pieceCharacters)
    pieces.push(text.slice(start, start + pieceCharacters))
  return pieces
}
