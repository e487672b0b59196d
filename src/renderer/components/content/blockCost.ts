import type { ContentBlock } from '@agentclientprotocol/sdk'
import { measureCost } from '../../text/drawnLength'

/** Cost of drawing an unopened content block. */
export function getBlockCost(block: ContentBlock): number {
  return block.type === 'text' ? measureCost(block.text) : 0
}
