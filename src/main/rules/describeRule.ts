import type { Rule } from '../../shared/settings/rules'
import type { SandboxLimits } from '../../shared/thread/events'
import type { Widening } from './match/starWords'
import { describeGrade } from '../../shared/permission/grade'
import { findCommandPower } from './commandPower'
import { type CommandPattern, parseCommandPattern } from './match/matchCommand'
import { findPathPatternFault } from './match/matchPath'
import { gradeRule } from './plainPrograms'
import { findAlwaysAskedExample } from './sampleCommands'

/** Describes a rule's scope: "Claude may run `npm test` in /home/me/app without asking." */
export function describeRule(rule: Rule, agentName: (agentId: string) => string): string {
  const who = rule.agentId === undefined ? 'Every agent' : agentName(rule.agentId)
  const where = rule.folder === undefined ? 'in any thread’s folder' : `in ${rule.folder}`
  switch (rule.effect) {
    case 'allow': return `${who} may ${describeAction(rule)} ${where}${rule.sandbox ? ', in the sandbox,' : ''} without asking.`
    case 'ask': return `${who} must ask before it may ${describeAction(rule)} ${where}, even where another rule allows it.`
    case 'deny': return `${who} may not ${describeAction(rule)} ${where}, and gets that answer without asking you.`
  }
}

/** Describes the risk of a rule. `limits` are those of the sandbox. */
export function describeRuleGrade(
  rule: Rule,
  agentName: (agentId: string) => string,
  limits?: SandboxLimits,
): string | undefined {
  return describeGrade(gradeRule(rule), {
    who: rule.agentId === undefined ? 'every agent' : agentName(rule.agentId),
    limits,
  })
}

/** Explains why a rule is invalid; `undefined` if it is valid. */
export function findRuleFault({ effect, toolKind, path, command, sandbox, ...widening }: Rule): string | undefined {
  if (effect === 'allow' && toolKind === undefined && path === undefined && command === undefined)
    return 'Say what is allowed: a command, a path, or a kind of tool.'
  if (sandbox && (effect !== 'allow' || path !== undefined || (command === undefined && toolKind !== 'execute')))
    return 'Only a rule that allows commands can hold in the sandbox alone.'
  if (command !== undefined && toolKind !== undefined && toolKind !== 'execute')
    return 'A rule about a command must have the kind “run commands”.'
  if (command !== undefined && path !== undefined && effect === 'allow')
    return 'A rule that allows can name a command or a path, not both. Make two rules.'
  const pattern = command === undefined ? undefined : parseCommandPattern(command)
  if (typeof pattern === 'string')
    return pattern
  return (effect === 'allow' && !sandbox && pattern && findStarFault(pattern, widening))
    || (path === undefined ? undefined : findPathPatternFault(path))
}

/** Explains why an allow rule must not end with a star. */
function findStarFault({ words, hasRest }: CommandPattern, { anyOption, anyPlace }: Widening): string | undefined {
  if (!hasRest || words.length === 0)
    return undefined
  const power = anyOption && anyPlace ? undefined : findCommandPower(words)
  return power && [
    `${power.program} ${power.why}, so a * after it could stand for anything.`,
    `Give the exact command${power.instead === undefined ? '' : `, or fix more words, as in \`${power.instead}\``}.`,
    anyOption || anyPlace
      ? 'Tick the other box too.'
      : `For any words after it, tick both boxes; ${describeException(power.program)}.`,
  ].join(' ')
}

/** Mentions an example of a command that always needs permission. */
export function describeException(fixed: string): string {
  return `some are always asked about, such as \`${findAlwaysAskedExample(fixed)}\``
}

const anything: Widening = { anyOption: true, anyPlace: true }

function describeAction({ effect, toolKind, path, command, sandbox, ...widening }: Rule): string {
  const place = path === undefined ? '' : ` matching \`${path}\``
  if (command !== undefined) {
    const isLimited = effect === 'allow' && !sandbox
    return `run ${describeCommand(command, isLimited ? widening : anything)}${path === undefined ? '' : ` on paths${place}`}`
  }
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

function describeCommand(command: string, widening: Widening): string {
  const pattern = parseCommandPattern(command)
  if (typeof pattern === 'string' || !pattern.hasRest)
    return `\`${command}\``
  return pattern.words.length === 0
    ? 'any command'
    : `\`${pattern.words.join(' ')}\` ${describeStar(pattern, widening)}`
}

function describeStar({ words }: CommandPattern, { anyOption, anyPlace }: Widening): string {
  if (anyOption && anyPlace)
    return 'with any further words'
  if (findCommandPower(words) !== undefined)
    return 'with no further words'
  if (anyOption || anyPlace)
    return anyOption ? 'with options and plain words (nothing outside the folder)' : 'with plain words (no options)'
  return 'with plain words (no options, nothing outside the folder)'
}
