import type { ContentBlock } from '@agentclientprotocol/sdk'
import { drawnCost } from '../../text/drawnLength'

/** What drawing a content block costs before it is opened. */
export function costOfBlock(block: ContentBlock): number {
  return block.type === 'text' ? drawnCost(block.text) : 0
}
