/** More lines or cells than any screen has: a larger number has the same effect, only slower. */
const maxRepeats = 200
const maxPosition = 9999
/**
 * Cursor keys, origin, wrapping, blinking, showing the cursor, the other screen, bracketed paste. Not: mouse and focus reports, 132
 * columns.
 */
const privateModes = new Set(['1', '6', '7', '12', '25', '45', '47', '66', '1047', '1048', '1049', '2004'])
/** Inserting, and line feeds that return. */
const modes = new Set(['4', '20'])

/** A control sequence, without its introducer, as it may reach a screen; empty when it draws nothing or asks for an answer. */
export function csiForScreen(body: string): string {
  const match = /^([<-?]?)([\d:;]*)([ -/]*)([@-~])$/.exec(body)
  if (!match)
    return ''
  const [, prefix = '', parameters = '', intermediates = '', final = ''] = match
  if (prefix === '?')
    return intermediates === '' && /[hl]/.test(final) ? sequence(prefix, only(privateModes, parameters), final) : ''
  if (prefix !== '')
    return ''
  if (intermediates !== '') {
    return (intermediates === ' ' && final === 'q') || (intermediates === '!' && final === 'p')
      ? sequence('', cut(parameters, maxPosition), intermediates + final)
      : ''
  }
  if (/[@A-FILMPSTXZabe]/.test(final))
    return sequence('', cut(parameters, maxRepeats), final)
  if (/[GHdfr`JKgmsu]/.test(final))
    return sequence('', cut(parameters, maxPosition), final)
  return /[hl]/.test(final) ? sequence('', only(modes, parameters), final) : ''
}

function sequence(prefix: string, parameters: string | undefined, final: string): string {
  return parameters === undefined ? '' : `\u001B[${prefix}${parameters}${final}`
}

function cut(parameters: string, most: number): string {
  return parameters.replace(/\d+/g, digits => String(Math.min(Number(digits), most)))
}

/** The known ones of modes that are set together. */
function only(known: ReadonlySet<string>, parameters: string): string | undefined {
  const kept = parameters.split(';').map(mode => mode.replace(/^0+(?=\d)/, '')).filter(mode => known.has(mode))
  return kept.length > 0 ? kept.join(';') : undefined
}
