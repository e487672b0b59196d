import type { AuthMethod } from '@agentclientprotocol/sdk'
import { isRiskyVariable, mayCatalogueSet } from '../permission/environmentSafety'
import { isJsonObject } from '../text/jsonObject'

/** An environment variable of an agent that holds one of the person's keys. */
export interface KeyVariable {
  readonly name: string
  readonly label?: string
  readonly isOptional?: true
}

const maxVariables = 8
/** The form in agents' messages: `OPENAI_API_KEY is not set`. */
const keyName = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:API_KEY|KEY|TOKEN)\b/g

/** Whether a variable may hold a key. It must not affect what the agent runs. */
export function mayHoldKey(name: string): boolean {
  const variable = { name, value: 'x' }
  return name.length <= 100 && mayCatalogueSet(variable) && !isRiskyVariable(variable)
}

/**
 * The variables that a sign-in method requires: those it declares or, for a method that the agent runs itself, the one
 * named in its description or in its failure message.
 */
export function listKeyVariables(method: AuthMethod, failure?: string): readonly KeyVariable[] {
  // agents may send types that are not in the union yet
  const {
    type,
    vars,
    varName,
    name,
    description,
  } = method as AuthMethod & { type?: unknown, vars?: unknown, varName?: unknown }
  if (type === 'env_var') {
    const declared = Array.isArray(vars) ? vars.flatMap(parseDeclaredVariable) : parseDeclaredVariable({ name: varName })
    return declared.filter(variable => mayHoldKey(variable.name)).slice(0, maxVariables)
  }
  if (type !== undefined && type !== null && type !== 'agent')
    return []
  const mentioned = [name, description ?? '', failure ?? ''].flatMap(text => text.slice(0, 4_000).match(keyName) ?? [])
  // Only the first, because several names are usually alternatives.
  return [...new Set(mentioned)].filter(mayHoldKey).slice(0, 1).map(name => ({ name }))
}

function parseDeclaredVariable(value: unknown): KeyVariable[] {
  if (!isJsonObject(value) || typeof value.name !== 'string')
    return []
  const { name, label, optional } = value
  return [{
    name,
    ...typeof label === 'string' && { label: label.slice(0, 200) },
    ...optional === true && { isOptional: true as const },
  }]
}
