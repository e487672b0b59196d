import type { ChangeDesc, Text } from '@codemirror/state'

/**
 * Lines written by an agent while the file was open and not edited since, from the start of the first to the end of
 * the last.
 */
export interface FreshBlock {
  readonly from: number
  readonly to: number
  readonly agentName: string
  readonly at: number
}

/** Above this number the agent has rewritten the file, so all blocks are merged into one. */
const maxBlocks = 500

/** Expands a range to whole lines. */
function expandToLines(text: Text, from: number, to: number): { from: number, to: number } {
  return { from: text.lineAt(from).from, to: text.lineAt(Math.max(from, to)).to }
}

/** Maps blocks through a change. Removes lines that the person edited. */
export function mapBlocks(
  blocks: readonly FreshBlock[],
  changes: ChangeDesc,
  { text, isOwn }: { text: Text, isOwn: boolean },
): FreshBlock[] {
  return blocks.flatMap((block) => {
    if (isOwn && changes.touchesRange(block.from, block.to) !== false)
      return removeEdited(block, changes, text)
    const from = changes.mapPos(block.from, 1)
    const to = changes.mapPos(block.to, -1)
    return from > to ? [] : [{ ...block, ...expandToLines(text, from, to) }]
  })
}

/** Removes lines changed by anyone but an agent. */
export function removeLines(
  blocks: readonly FreshBlock[],
  places: readonly { from: number, to: number }[],
  text: Text,
): FreshBlock[] {
  return places.reduce<readonly FreshBlock[]>((left, place) => {
    const { from, to } = expandToLines(text, place.from, place.to)
    return left.flatMap(block => [
      ...block.from < from ? [{ ...block, to: Math.min(block.to, from - 1) }] : [],
      ...block.to > to ? [{ ...block, from: Math.max(block.from, to + 1) }] : [],
    ])
  }, blocks).slice()
}

/** Returns the parts of a block above and below edited lines. */
function removeEdited(block: FreshBlock, changes: ChangeDesc, text: Text): FreshBlock[] {
  let first = Infinity
  let last = -1
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (toA < block.from || fromA > block.to)
      return
    first = Math.min(first, text.lineAt(fromB).from)
    last = Math.max(last, text.lineAt(toB).to)
  })
  const from = text.lineAt(Math.min(text.length, changes.mapPos(block.from, -1))).from
  const to = text.lineAt(Math.min(text.length, changes.mapPos(block.to, 1))).to
  return [
    ...first > from ? [{ ...block, from, to: first - 1 }] : [],
    ...last < to ? [{ ...block, from: last + 1, to }] : [],
  ]
}

/** Adds blocks. Adjacent blocks of one agent are merged and get the later time. */
export function addBlocks(blocks: readonly FreshBlock[], added: readonly FreshBlock[], text: Text): FreshBlock[] {
  const joined: FreshBlock[] = []
  const all = [...blocks, ...added.map(block => ({ ...block, ...expandToLines(text, block.from, block.to) }))]
  for (const block of all.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && last.agentName === block.agentName && block.from <= last.to + 1)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, block.to), at: Math.max(last.at, block.at) }
    else if (!last || block.from > last.to)
      joined.push(block)
    else if (block.to > last.to)
      joined.push({ ...block, from: last.to + 1 })
  }
  if (joined.length <= maxBlocks)
    return joined
  return [{ ...joined[0]!, to: joined.at(-1)!.to }] // more than one of them
}

/** Number of lines in the blocks. */
export function countFreshLines(blocks: readonly FreshBlock[], text: Text): number {
  return blocks.reduce((sum, { from, to }) => sum + text.lineAt(to).number - text.lineAt(from).number + 1, 0)
}

/** Finds the next or previous block from a position, wrapping around. */
export function findBlock(blocks: readonly FreshBlock[], at: number, step: 1 | -1): FreshBlock | undefined {
  return step === 1
    ? blocks.find(({ from }) => from > at) ?? blocks[0]
    : blocks.findLast(({ to }) => to < at) ?? blocks.at(-1)
}
