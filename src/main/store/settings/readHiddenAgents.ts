import { getNodeValue, type Node } from 'jsonc-parser'

/** Reads `hidden_agents`: ids of the public registry. */
export function readHiddenAgents(
  node: Node,
  addFault: (at: Node, key: readonly (string | number)[], message: string) => void,
): readonly string[] {
  const value: unknown = getNodeValue(node)
  if (Array.isArray(value) && value.every(id => typeof id === 'string'))
    return value
  addFault(node, ['hidden_agents'], 'This must be a list of texts: the ids of agents in the catalogue.')
  return []
}
