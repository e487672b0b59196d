import Anser from 'anser'
import { HarmlessOutput } from '../../terminal/screen/harmlessOutput'

/** A piece of output in one colour of the palette. */
interface ColouredPiece {
  readonly text: string
  readonly ink?: string
  readonly ground?: string
  readonly isBold?: true
}

/** Escape sequences and control characters other than styles, such as cursor movements. */
const otherSequences = /\u001B(?:\[[ -?]*[@-ln-~]|\][^\u001B]*\u001B\\|[()][0AB]|[78DEHM=>c])|[\v\f\u000E\u000F\u0008]/g
const paletteName = /^ansi-((?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/

/** Whether a text may have ANSI colours. */
export function hasColours(text: string): boolean {
  return text.includes('\u001B[')
}

/** Splits output by colour. Ignores colours outside the palette, which were chosen for another background. */
export function parseColours(text: string): readonly ColouredPiece[] {
  const harmless = new HarmlessOutput().push(text).replaceAll(otherSequences, '').replaceAll(/(?<!\r)\r+\n/g, '\n')
  // Keeps only the last text of a line overwritten by carriage returns.
  const lines = harmless
    .split('\n')
    .map(line => line.slice(line.replace(/(?<!\r)\r+$/, '').lastIndexOf('\r') + 1).replaceAll('\r', ''))
  const pieces = Anser.ansiToJson(lines.join('\n'), { json: true, use_classes: true, remove_empty: true })
  return pieces.map(({ content, fg, bg, decorations }) => {
    const isReversed = decorations.includes('reverse')
    const [ink, background] = [findPaletteColour(isReversed ? bg : fg), findPaletteColour(isReversed ? fg : bg)]
    const ground = background === 'black' ? undefined : background // black is most terminals' background
    return {
      text: content,
      ...ink && { ink },
      ...ground && { ground },
      ...decorations.includes('bold') && { isBold: true },
    }
  })
}

function findPaletteColour(colour: string | null): string | undefined {
  return paletteName.exec(colour ?? '')?.[1]
}
