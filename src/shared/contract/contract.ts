import type { z } from 'zod'
import type { Method } from './method'
import { agentMethods } from './methods/agentMethods'
import { bufferMethods } from './methods/bufferMethods'
import { changeMethods } from './methods/changeMethods'
import { fileMethods } from './methods/fileMethods'
import { searchMethods } from './methods/searchMethods'
import { settingsMethods } from './methods/settingsMethods'
import { shellMethods } from './methods/shellMethods'
import { terminalMethods } from './methods/terminalMethods'
import { threadMethods } from './methods/threadMethods'
import { turnMethods } from './methods/turnMethods'

/**
 * Everything between host and renderer, declared once. The host checks parameters with these schemas; results are typed
 * only. To add a method: declare it in the file of its subject, and the compiler asks for it in the file of handlers of
 * the same name.
 */
export const hostMethods = {
  ...agentMethods,
  ...bufferMethods,
  ...changeMethods,
  ...fileMethods,
  ...searchMethods,
  ...settingsMethods,
  ...shellMethods,
  ...terminalMethods,
  ...threadMethods,
  ...turnMethods,
}

/** A method of the contract by its name. */
export type MethodName = keyof typeof hostMethods
/** What a method takes. */
export type Params<M extends MethodName> = z.infer<(typeof hostMethods)[M]['params']>
/** What a method answers with. */
type Result<M extends MethodName> = (typeof hostMethods)[M] extends Method<z.ZodType, infer R> ? R : never
/** What the host implements; parameters are already checked. */
export type HostHandlers = { [M in MethodName]: (params: Params<M>) => Result<M> | Promise<Result<M>> }
/** What the renderer calls. */
export type HostClient = { [M in MethodName]: (params: Params<M>) => Promise<Result<M>> }
