import type { Rule } from '../../shared/settings/rules'
import { commandPattern } from './matchCommand'
import { pathPatternFault } from './matchPath'

/** A rule's whole scope in words: "Claude may run `npm test` in /home/me/app without asking." */
export function describeRule(rule: Rule, agentName: (agentId: string) => string): string {
  const who = rule.agentId === undefined ? 'Every agent' : agentName(rule.agentId)
  const where = rule.folder === undefined ? 'in every folder' : `in ${rule.folder}`
  switch (rule.effect) {
    case 'allow': return `${who} may ${deed(rule)} ${where} without asking.`
    case 'ask': return `${who} must ask before it may ${deed(rule)} ${where}, even where another rule allows it.`
    case 'deny': return `${who} may not ${deed(rule)} ${where}, and gets that answer without asking you.`
  }
}

/** Why a rule cannot be kept, in words, or `undefined`. */
export function ruleFault({ effect, toolKind, path, command }: Rule): string | undefined {
  if (effect === 'allow' && toolKind === undefined && path === undefined && command === undefined)
    return 'Say what is allowed: a command, a path, or a kind of tool.'
  if (command !== undefined && toolKind !== undefined && toolKind !== 'execute')
    return 'A rule about a command must have the kind “run commands”.'
  if (command !== undefined && path !== undefined && effect === 'allow')
    return 'A rule that allows can name a command or a path, not both. Make two rules.'
  const pattern = command === undefined ? undefined : commandPattern(command)
  return typeof pattern === 'string' ? pattern : path === undefined ? undefined : pathPatternFault(path)
}

/** What a person may overlook in a rule that allows much. */
export function ruleWarning(rule: Rule): string | undefined {
  if (rule.effect !== 'allow')
    return undefined
  const pattern = rule.command === undefined ? undefined : commandPattern(rule.command)
  if (typeof pattern === 'object' && pattern.words.length === 0)
    return 'This allows every command but those that are always asked about.'
  if (typeof pattern === 'object' && pattern.hasRest && pattern.words.length === 1)
    return `This allows everything that ${pattern.words[0]} can do.`
  if (pattern === undefined && rule.path === undefined)
    return 'This allows a whole kind of tool, on everything that it is used on.'
  return rule.folder === undefined ? 'This holds in every folder.' : undefined
}

function deed({ toolKind, path, command }: Rule): string {
  const place = path === undefined ? '' : ` matching \`${path}\``
  if (command !== undefined)
    return `run ${commandWords(command)}${path === undefined ? '' : ` on paths${place}`}`
  switch (toolKind) {
    case 'read': return `read files${place}`
    case 'edit': return `change files${place}`
    case 'delete': return `delete files${place}`
    case 'move': return `move files${place}`
    case 'search': return `search${path === undefined ? '' : ` paths${place}`}`
    case 'execute': return path === undefined ? 'run any command' : `run commands in folders${place}`
    case 'fetch': return 'fetch from the network'
    case 'other': return `use tools of other kinds${path === undefined ? '' : ` on paths${place}`}`
    case undefined: return path === undefined ? 'do anything that can be asked about' : `touch files${place}`
  }
}

function commandWords(command: string): string {
  const pattern = commandPattern(command)
  if (typeof pattern === 'string' || !pattern.hasRest)
    return `\`${command}\``
  return pattern.words.length === 0 ? 'any command' : `\`${pattern.words.join(' ')}\` with any further words`
}
