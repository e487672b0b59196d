import type { ContentBlock } from '@agentclientprotocol/sdk'
import { measureCost } from '../../text/drawnLength'

/** Cost of drawing an unopened content block. */
export function blockCost(block: ContentBlock): number {
  return block.type === 'text' ? measureCost(block.text) : 0
}
