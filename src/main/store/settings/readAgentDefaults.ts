import { findNodeAtLocation, getNodeValue } from 'jsonc-parser'
import { agentCapabilitiesSchema, agentDefaultsSchema, type AgentPreferences } from '../../../shared/settings/settings'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { propertiesOf, type SettingsValue, wordsForIssue } from './settingsNodes'

/** Offered if it cannot be read what was switched off. */
const nothingOffered = { fs: false, terminal: false, elicitation: false }

/**
 * Reads `agent_defaults`. The valid parts of a faulty entry are kept; unreadable capabilities are all off, as they were written to switch
 * something off.
 */
export function readAgentDefaults({ node, isBroken, addFault }: SettingsValue): Readonly<Record<string, AgentPreferences>> {
  if (node.type !== 'object') {
    addFault(node, ['agent_defaults'], 'This must be an object of defaults by the agent\'s id.')
    return {}
  }
  return Object.fromEntries(
    propertiesOf(node, ['agent_defaults'], addFault).map(({ node, name }) => {
      const path = ['agent_defaults', name]
      if (isBroken(node)) {
        addFault(node, path, 'This agent is offered no capabilities and gets no defaults until the file is valid JSON.')
        return [name, { capabilities: nothingOffered }]
      }
      if (node.type === 'object')
        propertiesOf(node, path, addFault)
      const value: unknown = getNodeValue(node)
      const checked = safeParse(agentDefaultsSchema, value)
      if (checked.success)
        return [name, checked.data]
      for (const issue of checked.error.issues) {
        const keys = issue.path.map(String)
        addFault(
          findNodeAtLocation(node, keys) ?? node,
          [...path, ...keys],
          `${wordsForIssue(issue)}${keys[0] === 'capabilities' ? ' Until then this agent is offered no capabilities.' : ''}`,
        )
      }
      return [name, usable(value)]
    }),
  )
}

function usable(value: unknown): AgentPreferences {
  const fields = isJsonObject(value) ? value : {}
  const part = (key: 'default_mode' | 'default_config_options' | 'env' | 'experimental'): AgentPreferences => {
    const checked = safeParse(agentDefaultsSchema, { [key]: fields[key] })
    return checked.success ? checked.data : {}
  }
  const capabilities = safeParse(agentCapabilitiesSchema.optional(), fields.capabilities)
  return {
    ...part('default_mode'),
    ...part('default_config_options'),
    ...part('env'),
    ...part('experimental'),
    capabilities: capabilities.success ? capabilities.data : nothingOffered,
  }
}
