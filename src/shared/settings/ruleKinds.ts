import type { ToolKind } from '@agentclientprotocol/sdk'

/**
 * The tool kinds that rules apply to. Excludes `switch_mode`, which the person decides each time. Separate from
 * `rules.ts`, so that the window does not bundle zod schemas.
 */
export const ruleKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'other'] as const satisfies readonly ToolKind[]
