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
 * Everything between host and renderer, declared once. The host validates parameters with these schemas; results are
 * only typed. To add a method, declare it in the file of its subject; the compiler then requires a handler in the
 * handlers file of the same name.
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

export type MethodName = keyof typeof hostMethods
/** The parameters of a method. */
export type Params<M extends MethodName> = z.infer<(typeof hostMethods)[M]['params']>
/** The result of a method. */
type Result<M extends MethodName> = (typeof hostMethods)[M] extends Method<z.ZodType, infer R> ? R : never
/** Implemented by the host. Parameters are already validated. */
export type HostHandlers = { [M in MethodName]: (params: Params<M>) => Result<M> | Promise<Result<M>> }
/** Called by the renderer. */
export type HostClient = { [M in MethodName]: (params: Params<M>) => Promise<Result<M>> }
