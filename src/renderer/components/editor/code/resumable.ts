import type { PartialParse } from '@lezer/common'
import { LanguageSupport, LRLanguage } from '@codemirror/language'
import { NodeProp, Tree, TreeBuffer, TreeFragment } from '@lezer/common'

/**
 * Makes parsing after a change resume sooner. Lezer reuses nodes only from the start of a group of statements, where
 * the previous statement ends. Without a semicolon, the parser detects that end only after the comment that follows,
 * past the start of the group. In a file of such lines it never finds another group, and parses the rest of the file on
 * each keystroke. So the first groups after a change are split to begin with their first statements. Only JavaScript's
 * parsers need this.
 */
export function makeResumable(support: LanguageSupport): LanguageSupport {
  const { language } = support
  if (!(language instanceof LRLanguage) || !/^(?:java|type)script$|^[jt]sx$/.test(language.name))
    return support
  const { parser } = language
  return new LanguageSupport(language.configure({
    wrap(inner, input, fragments, ranges): PartialParse {
      return fragments.some(isAfterChange)
        ? parser.startParse(input, fragments.map(splitGroups), ranges)
        : inner
    },
  }), support.support)
}

/** Lookahead that parsers don't report: nodes this close to a change are not reused. */
const margin = 25
/** After a change, Lezer may skip one group. */
const groupsToCut = 3

function isAfterChange({ from }: TreeFragment): boolean {
  return from > 0
}

function splitGroups(fragment: TreeFragment): TreeFragment {
  const { from, to, tree, offset, openStart, openEnd } = fragment
  if (!isAfterChange(fragment))
    return fragment
  const cut = cutGroups(tree, { after: from + offset + margin, left: groupsToCut })
  return new TreeFragment(from, to, cut.tree, offset, openStart, openEnd)
}

/**
 * Splits the first groups after a position, so that they begin with their first statements. `left` is the number of
 * groups still to split.
 */
function cutGroups(
  tree: Tree,
  { after, left }: { after: number, left: number },
): { readonly tree: Tree, readonly left: number } {
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
  return { tree: copyTree(tree, parts, tree.length), left }
}

interface Part {
  readonly at: number
  readonly node: Tree | TreeBuffer
}

/**
 * Splits a group into the comments before its first statement, and the rest. Returns `undefined` if there are no such
 * comments, or if it is not a group.
 */
function cutGroup(group: Tree): Part[] | undefined {
  const [first, ...others] = group.children
  const [at = 0, ...positions] = group.positions
  const from = group.type.isAnonymous && first instanceof TreeBuffer ? findFirstStatement(first) : 0
  if (!(first instanceof TreeBuffer) || from === 0)
    return undefined
  const { buffer, length, set } = first
  const start = buffer[from + 1]!
  const shifts = [0, start, start, from]
  const rest = new TreeBuffer(buffer.slice(from).map((value, place) => value - shifts[place % 4]!), length - start, set)
  const parts = [
    rest,
    ...others,
  ].map((node, place) => ({ at: place === 0 ? 0 : positions[place - 1]! - at - start, node }))
  return [
    { at, node: new TreeBuffer(buffer.slice(0, from), start, set) },
    { at: at + start, node: copyTree(group, parts, group.length - at - start) },
  ]
}

/** Finds the index of the first statement in a buffer; 0 if nothing precedes it, or there is none. */
function findFirstStatement({ buffer, set }: TreeBuffer): number {
  // Each node is four numbers: its type, its start, its end, and the index after its last child in the buffer.
  for (let from = 0; from < buffer.length; from = buffer[from + 3]!) {
    if (/(?:Declaration|Statement)$/.test(set.types[buffer[from]!]!.name))
      return from
  }
  return 0
}

/** Copies a node with other children. */
function copyTree(other: Tree, parts: readonly Part[], length: number): Tree {
  const props = [NodeProp.lookAhead, NodeProp.contextHash]
    .map(prop => [prop, other.prop(prop)] as [NodeProp<unknown>, unknown])
    .filter(([, value]) => value !== undefined)
  return new Tree(other.type, parts.map(({ node }) => node), parts.map(({ at }) => at), length, props)
}
