import type { ToolKind } from '@agentclientprotocol/sdk'

/** What a rule may be about. A change of mode is none of it: the person decides on that each time. */
export const ruleKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'other'] as const satisfies readonly ToolKind[]
