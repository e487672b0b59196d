import type { z } from 'zod'
import type { Method } from './method'
import { agentLogMethods } from './methods/agentLogMethods'
import { agentMethods } from './methods/agentMethods'
import { attentionMethods } from './methods/attentionMethods'
import { bufferMethods } from './methods/bufferMethods'
import { changeMethods } from './methods/changeMethods'
import { choiceMethods } from './methods/choiceMethods'
import { draftMethods } from './methods/draftMethods'
import { editorMethods } from './methods/editorMethods'
import { fileMethods } from './methods/fileMethods'
import { fileTreeMethods } from './methods/fileTreeMethods'
import { folderMethods } from './methods/folderMethods'
import { installMethods } from './methods/installMethods'
import { lastChoiceMethods } from './methods/lastChoiceMethods'
import { mentionMethods } from './methods/mentionMethods'
import { queueMethods } from './methods/queueMethods'
import { ruleMethods } from './methods/ruleMethods'
import { sandboxMethods } from './methods/sandboxMethods'
import { searchMethods } from './methods/searchMethods'
import { sessionMethods } from './methods/sessionMethods'
import { settingsMethods } from './methods/settingsMethods'
import { shellMethods } from './methods/shellMethods'
import { signInMethods } from './methods/signInMethods'
import { terminalMethods } from './methods/terminalMethods'
import { threadMethods } from './methods/threadMethods'
import { threadStartMethods } from './methods/threadStartMethods'
import { trustMethods } from './methods/trustMethods'
import { turnMethods } from './methods/turnMethods'

/**
 * Everything between host and renderer, declared once. The host checks parameters with these schemas; results are typed only.
 * To add a method: declare it in the file of its subject, and the compiler asks for it in the file of handlers of the same name.
 */
export const hostMethods = {
  ...agentLogMethods,
  ...agentMethods,
  ...attentionMethods,
  ...bufferMethods,
  ...changeMethods,
  ...choiceMethods,
  ...draftMethods,
  ...editorMethods,
  ...fileMethods,
  ...fileTreeMethods,
  ...folderMethods,
  ...installMethods,
  ...lastChoiceMethods,
  ...mentionMethods,
  ...queueMethods,
  ...ruleMethods,
  ...sandboxMethods,
  ...searchMethods,
  ...sessionMethods,
  ...settingsMethods,
  ...shellMethods,
  ...signInMethods,
  ...terminalMethods,
  ...threadMethods,
  ...threadStartMethods,
  ...trustMethods,
  ...turnMethods,
}

/** A method of the contract by its name. */
export type MethodName = keyof typeof hostMethods
/** What a method takes. */
export type Params<M extends MethodName> = z.infer<(typeof hostMethods)[M]['params']>
/** What a method answers with. */
export type Result<M extends MethodName> = (typeof hostMethods)[M] extends Method<z.ZodType, infer R> ? R : never
/** What the host implements; parameters are already checked. */
export type HostHandlers = { [M in MethodName]: (params: Params<M>) => Result<M> | Promise<Result<M>> }
/** What the renderer calls. */
export type HostClient = { [M in MethodName]: (params: Params<M>) => Promise<Result<M>> }
