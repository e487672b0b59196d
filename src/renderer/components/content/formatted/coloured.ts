import Anser from 'anser'
import { HarmlessOutput } from '../../terminal/screen/harmlessOutput'

/** A stretch of output with its palette colours. */
interface ColouredPiece {
  readonly text: string
  readonly ink?: string
  readonly ground?: string
  readonly isBold?: true
}

/** Styles other than colours. */

const placing = /\u001B(?:\[[ -?]*[@-ln-~]|\][^\u001B]*\u001B\\|[()][0AB]|[78DEHM=>c])|[\v\f\u000E\u000F\u0008]/g
const paletteName = /^ansi-((?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white))$/

/** Whether a text has colours. */
export function hasColours(text: string): boolean {
  return text.includes('\u001B[')
}

/**
 * Divides output into stretches of one colour. Ignores colours outside the palette, which were chosen for another
 * background.
 */
export function coloured(text: string): readonly ColouredPiece[] {
  const harmless = new HarmlessOutput().push(text).replaceAll(placing, '').replaceAll(/\r+\n/g, '\n')
  // The last text of an overwritten line.
  const lines = harmless.split('\n').map(line => line.slice(line.replace(/\r+$/, '').lastIndexOf('\r') + 1).replaceAll('\r', ''))
  const pieces = Anser.ansiToJson(lines.join('\n'), { json: true, use_classes: true, remove_empty: true })
  return pieces.map(({ content, fg, bg, decorations }) => {
    const isTurned = decorations.includes('reverse')
    const [ink, behind] = [nameIn(isTurned ? bg : fg), nameIn(isTurned ? fg : bg)]
    const ground = behind === 'black' ? undefined : behind // black is most terminals' background
    return { text: content, ...ink && { ink }, ...ground && { ground }, ...decorations.includes('bold') && { isBold: true } }
  })
}

function nameIn(colour: string | null): string | undefined {
  return paletteName.exec(colour ?? '')?.[1]
}
