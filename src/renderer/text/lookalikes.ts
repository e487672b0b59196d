/** Scripts whose letters look alike. A word that mixes them is deceptive. */
const confusableScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
const address = /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'`<>|]+/giu
const maxFound = 5

/** Whether a word of `text` mixes scripts that look alike. */
export function mixesScripts(text: string): boolean {
  return findMixedWords(text).length > 0
}

/**
 * Describes deceptive parts of a text that the person decides about: disguised hosts with their real names, and words
 * of mixed scripts.
 */
export function findLookalikes(text: string): string[] {
  const hosts = [...text.matchAll(address)].flatMap(([url]) => findDisguisedHosts(url))
  const inHosts = hosts.map(({ written }) => written)
  const words = findMixedWords(text).filter(word => !inHosts.some(host => host.includes(word)))
  return [...new Set([
    ...hosts.map(({ written, real }) => `The host “${written}” is really ${real}.`),
    ...words.map(word => `“${word}” mixes letters of several alphabets: ${listForeignLetters(word)}.`),
  ])].slice(0, maxFound)
}

function findMixedWords(text: string): string[] {
  // Most texts are plain ASCII.
  if (!/[^\0-\x7F]/.test(text))
    return []
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(word => confusableScripts.filter(script => script.test(word)).length > 1)
}

function findDisguisedHosts(url: string): { written: string, real: string }[] {
  const written = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu.exec(url)?.[1] ?? ''
  if (!/[^\0-\x7F]/.test(written) || !URL.canParse(`http://${written}`))
    return []
  return [{ written, real: new URL(`http://${written}`).host }]
}

function listForeignLetters(word: string): string {
  const foreign = [...new Set(word)].filter(letter => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter))
  return foreign.map(letter => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')
}
