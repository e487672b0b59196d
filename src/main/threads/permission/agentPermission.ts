import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { PermissionEvent } from '../../../shared/thread/events'
import type { ThreadParts } from '../threadParts'
import { inputFacts } from '../../../shared/permission/inputFacts'
import { factsOf } from './openQuestions'
import { checkCall, checkOptions, checkSize } from './request/offeredOptions'
import { requestedAction } from './request/requestedAction'

type Asked = Omit<PermissionEvent, 'type' | 'requestId'>

/** Why a request cannot be shown, which the person is told, or `undefined`. */
export function faultOf(thread: ThreadParts, request: RequestPermissionRequest): string | undefined {
  const fault = checkOptions(request.options) ?? checkCall(request.toolCall) ?? checkSize(request)
  if (fault === undefined)
    return undefined
  noteUnseen(thread, asAsked(thread, request), fault)
  thread.log.addNoticeOnce({ title: 'A permission request could not be shown', description: fault })
  return fault
}

/** Answers an agent's request for permission: by a rule where one surely covers all that it shows, else by the person. */
export async function answerPermissionRequest(
  thread: ThreadParts,
  request: RequestPermissionRequest,
  signal: AbortSignal,
): Promise<RequestPermissionOutcome> {
  const { questions, approvals, rules } = thread.permissions
  const asked = asAsked(thread, request)
  const option = thread.isTurnOpen() && !rules.areNone ? await ruledOption(thread, asked) : undefined
  if (option)
    return { outcome: 'selected', optionId: option.optionId }
  if (!thread.isTurnOpen()) {
    noteUnseen(thread, asked, 'No turn was open')
    return { outcome: 'cancelled' }
  }
  const asking = questions.askPermission(asked, signal)
  const shown = known(thread, asked.toolCall) // now: what the agent makes of the call while the question is open was not approved
  const outcome = await asking
  const chosen = outcome.outcome === 'selected' ? asked.options.find(option => option.optionId === outcome.optionId) : undefined
  if (chosen)
    approvals.note(shown, chosen.kind)
  const { commandLine, cwd } = inputFacts(shown.rawInput)
  if (commandLine !== undefined && (chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always'))
    rules.noteAllowed({ commandLine, cwd })
  return outcome
}

function asAsked({ sandbox }: ThreadParts, { toolCall, options, _meta }: RequestPermissionRequest): Asked {
  const { wanted } = sandbox
  return {
    from: 'agent',
    toolCall: _meta ? { ...toolCall, _meta: { ..._meta, ...toolCall._meta } } : toolCall,
    options,
    ...(wanted && { sandbox: wanted }),
  }
}

/** The option that a rule picks, once it is in the log: the one that holds for this time, and only where there is one of it. */
async function ruledOption(thread: ThreadParts, asked: Asked): Promise<PermissionOption | undefined> {
  const { questions, rules, approvals } = thread.permissions
  const call = whole(asked.toolCall, known(thread, asked.toolCall))
  const action = await requestedAction({ ...asked, toolCall: call }, { rules, workspace: thread.workspace })
  const judgement = action && rules.judge(action)
  if (judgement?.effect !== 'allow' && judgement?.effect !== 'deny')
    return undefined
  const option = onlyOne(asked.options, judgement.effect === 'allow' ? 'allow_once' : 'reject_once')
  if (!option || !thread.isTurnOpen())
    return undefined
  questions.answerByRule(asked, { option, rule: rules.told(judgement.rule), facts: factsOf({ ...asked, toolCall: call }) })
  approvals.note(call, option.kind)
  return option
}

function onlyOne(options: readonly PermissionOption[], kind: PermissionOptionKind): PermissionOption | undefined {
  const fitting = options.filter(option => option.kind === kind)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The request's tool call together with what earlier updates said of it. */
function known({ log }: ThreadParts, toolCall: ToolCallUpdate): ToolCallUpdate {
  log.flush()
  const entry = log.transcript.entries.findLast(entry => entry.kind === 'tool' && entry.call.toolCallId === toolCall.toolCallId)
  return entry?.kind === 'tool' ? entry.call : toolCall
}

function whole(toolCall: ToolCallUpdate, known: ToolCallUpdate): ToolCallUpdate {
  const said = Object.entries(toolCall).filter(([, value]) => value !== undefined && value !== null)
  return { ...known, ...Object.fromEntries(said), _meta: { ...known._meta, ...toolCall._meta } }
}

function noteUnseen({ permissions }: ThreadParts, asked: Asked, why: string): void {
  permissions.decisions.add({ from: 'agent', facts: factsOf(asked), outcome: 'cancelled', by: 'builtin', why })
}
