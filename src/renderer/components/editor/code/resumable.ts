import type { PartialParse } from '@lezer/common'
import { LanguageSupport, LRLanguage } from '@codemirror/language'
import { NodeProp, Tree, TreeBuffer, TreeFragment } from '@lezer/common'

/**
 * After a change Lezer takes over what it parsed before, from where a group of statements begins: at the end of the
 * statement before it. Where no semicolon ends that one, it is over only once the comment behind it was read, and then
 * the parser is beyond that place. In a file of such lines it finds no group again and parses all the rest with
 * each key. Here the first group after a change also begins with its own first statement. Other parsers than
 * JavaScript's always stand where a group begins.
 */
export function resumable(support: LanguageSupport): LanguageSupport {
  const { language } = support
  if (!(language instanceof LRLanguage) || !/^(?:java|type)script$|^[jt]sx$/.test(language.name))
    return support
  const { parser } = language
  return new LanguageSupport(language.configure({
    wrap(inner, input, fragments, ranges): PartialParse {
      return fragments.some(isAfterChange) ? parser.startParse(input, fragments.map(beginningWithStatement), ranges) : inner
    },
  }), support.support)
}

/** A parser looks so far ahead without saying so: what is as near to a change is not taken over. */
const margin = 25
/** Coming from what is before a change, Lezer may pass by one group. */
const groupsToCut = 3

function isAfterChange({ from }: TreeFragment): boolean {
  return from > 0
}

function beginningWithStatement(fragment: TreeFragment): TreeFragment {
  const { from, to, tree, offset, openStart, openEnd } = fragment
  if (!isAfterChange(fragment))
    return fragment
  const cut = cutGroups(tree, { after: from + offset + margin, left: groupsToCut })
  return new TreeFragment(from, to, cut.tree, offset, openStart, openEnd)
}

/**
 * A tree in which the first groups after a place begin with their first statements; `left`: so many are still to be
 * cut.
 */
function cutGroups(tree: Tree, { after, left }: { after: number, left: number }): { readonly tree: Tree, readonly left: number } {
  const parts: Part[] = []
  for (const [place, child] of tree.children.entries()) {
    const at = tree.positions[place]!
    const group = left > 0 && at >= after && child instanceof Tree ? cutGroup(child) : undefined
    if (group) {
      parts.push(...group.map(part => ({ ...part, at: at + part.at })))
      left--
    }
    else if (left > 0 && at + child.length > after && child instanceof Tree) {
      const cut = cutGroups(child, { after: after - at, left })
      parts.push({ at, node: cut.tree })
      left = cut.left
    }
    else {
      parts.push({ at, node: child })
    }
  }
  return { tree: treeOf(tree, parts, tree.length), left }
}

interface Part {
  readonly at: number
  readonly node: Tree | TreeBuffer
}

/**
 * A group in two: the comments before its first statement, and all from there on. `undefined` where there are none, or
 * it is no group.
 */
function cutGroup(group: Tree): Part[] | undefined {
  const [first, ...others] = group.children
  const [at = 0, ...positions] = group.positions
  const from = group.type.isAnonymous && first instanceof TreeBuffer ? firstStatement(first) : 0
  if (!(first instanceof TreeBuffer) || from === 0)
    return undefined
  const { buffer, length, set } = first
  const start = buffer[from + 1]!
  const shifts = [0, start, start, from]
  const rest = new TreeBuffer(buffer.slice(from).map((value, place) => value - shifts[place % 4]!), length - start, set)
  const parts = [rest, ...others].map((node, place) => ({ at: place === 0 ? 0 : positions[place - 1]! - at - start, node }))
  return [
    { at, node: new TreeBuffer(buffer.slice(0, from), start, set) },
    { at: at + start, node: treeOf(group, parts, group.length - at - start) },
  ]
}

/** Where the first statement is in a buffer; 0: nothing is before it, or there is none. */
function firstStatement({ buffer, set }: TreeBuffer): number {
  // Each node is four numbers: its type, its start, its end, and where its last child ends in the buffer.
  for (let from = 0; from < buffer.length; from = buffer[from + 3]!) {
    if (/(?:Declaration|Statement)$/.test(set.types[buffer[from]!]!.name))
      return from
  }
  return 0
}

/** As the other was, of these parts. */
function treeOf(other: Tree, parts: readonly Part[], length: number): Tree {
  const props = [NodeProp.lookAhead, NodeProp.contextHash]
    .map(prop => [prop, other.prop(prop)] as [NodeProp<unknown>, unknown])
    .filter(([, value]) => value !== undefined)
  return new Tree(other.type, parts.map(({ node }) => node), parts.map(({ at }) => at), length, props)
}
