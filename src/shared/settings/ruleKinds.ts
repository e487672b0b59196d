import type { ToolKind } from '@agentclientprotocol/sdk'

/**
 * The kinds of tool calls that a rule may be about. Not a change of mode, which the person decides each time. Apart
 * from `rules.ts`, so that the window gets no schemas.
 */
export const ruleKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'other'] as const satisfies readonly ToolKind[]
