import type { ContentBlock } from '@agentclientprotocol/sdk'
import { drawnCost } from '../../text/drawnLength'

/** Cost of drawing an unopened content block. */
export function blockCost(block: ContentBlock): number {
  return block.type === 'text' ? drawnCost(block.text) : 0
}
