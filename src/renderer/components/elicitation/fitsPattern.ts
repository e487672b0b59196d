import { PatternParser, type Part } from './patternParser'

/** Far above any pattern for a field of a form. */
const maxNodes = 2_000
const maxTests = 200_000

type Node =
  | { readonly kind: 'character', readonly fits: RegExp, readonly next: Node }
  | { readonly kind: 'start' | 'end', readonly next: Node }
  | { readonly kind: 'either', readonly ways: Node[] }
  | { readonly kind: 'match' }

/**
 * Whether `text` has in it what a pattern of an agent's asks for; `undefined` where that cannot be told. The browser's own matching
 * tries one way after the other, and ten characters of a pattern can make that last for years: this follows all ways at once.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  const nodes = { count: 0 }
  const part = new PatternParser(pattern).parse()
  const start = part && compile(part, { kind: 'match' }, nodes)
  const characters = [...text]
  if (start === undefined || nodes.count * characters.length > maxTests)
    return undefined
  let reached = new Set<Node>()
  for (let index = 0; ; index++) {
    reached.add(start)
    const here = follow(reached, { isStart: index === 0, isEnd: index === characters.length })
    if ([...here].some(({ kind }) => kind === 'match'))
      return true
    if (index === characters.length)
      return false
    reached = new Set([...here].flatMap(node => node.kind === 'character' && node.fits.test(characters[index]!) ? [node.next] : []))
  }
}

/** All that can be reached without another character. */
function follow(reached: ReadonlySet<Node>, { isStart, isEnd }: { isStart: boolean, isEnd: boolean }): Set<Node> {
  const all = new Set(reached)
  for (const node of all) { // also those that are added meanwhile
    if (node.kind === 'either')
      node.ways.forEach(way => all.add(way))
    else if ((node.kind === 'start' && isStart) || (node.kind === 'end' && isEnd))
      all.add(node.next)
  }
  return all
}

/** What `part` and then `next` ask for; `undefined` when that is too much. */
function compile(part: Part, next: Node, nodes: { count: number }): Node | undefined {
  if (++nodes.count > maxNodes)
    return undefined
  switch (part.kind) {
    case 'character':
      return { kind: 'character', fits: part.fits, next }
    case 'start':
    case 'end':
      return { kind: part.kind, next }
    case 'sequence':
      return part.parts.reduceRight<Node | undefined>((then, one) => then && compile(one, then, nodes), next)
    case 'either': {
      const ways = part.parts.map(one => compile(one, next, nodes))
      return ways.includes(undefined) ? undefined : { kind: 'either', ways: ways as Node[] } // all are there
    }
    case 'repeat':
      return compileRepeat(part, next, nodes)
  }
}

function compileRepeat({ part, least, most }: Extract<Part, { kind: 'repeat' }>, next: Node, nodes: { count: number }): Node | undefined {
  let then: Node | undefined = next
  if (most === Infinity) {
    const loop: Node = { kind: 'either', ways: [next] }
    const again = compile(part, loop, nodes)
    if (again)
      loop.ways.push(again)
    then = again && loop
  }
  for (let count = least; count < most && most !== Infinity && then; count++) {
    const once = compile(part, then, nodes)
    then = once && { kind: 'either', ways: [once, next] }
  }
  for (let count = 0; count < least && then; count++)
    then = compile(part, then, nodes)
  return then
}
