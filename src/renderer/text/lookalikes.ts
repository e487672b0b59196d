/** Alphabets with letters that look like those of another; within one word they are mixed only to deceive. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>|]+/giu
const maxFound = 5

/** Whether one word of `text` has letters of several alphabets that look alike. */
export function mixesScripts(text: string): boolean {
  return mixedWords(text).length > 0
}

/**
 * What in `text` looks like something else, in words for the person who decides about it: hosts as they really are,
 * words of mixed letters.
 */
export function lookalikes(text: string): string[] {
  const hosts = [...text.matchAll(address)].flatMap(([url]) => disguisedHost(url))
  const inHosts = hosts.map(({ written }) => written)
  const words = mixedWords(text).filter(word => !inHosts.some(host => host.includes(word)))
  return [...new Set([
    ...hosts.map(({ written, real }) => `The host “${written}” is really ${real}.`),
    ...words.map(word => `“${word}” mixes letters of several alphabets: ${foreignLetters(word)}.`),
  ])].slice(0, maxFound)
}

function mixedWords(text: string): string[] {
  // Most texts are plain: those are done with one look.
  if (!/[^\0-\x7F]/.test(text))
    return []
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(word => alike.filter(script => script.test(word)).length > 1)
}

function disguisedHost(url: string): { written: string, real: string }[] {
  const written = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu.exec(url)?.[1] ?? ''
  if (!/[^\0-\x7F]/.test(written) || !URL.canParse(`http://${written}`))
    return []
  return [{ written, real: new URL(`http://${written}`).host }]
}

function foreignLetters(word: string): string {
  const foreign = [...new Set(word)].filter(letter => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter))
  return foreign.map(letter => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')
}
