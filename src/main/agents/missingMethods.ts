import type * as unstable from '@agentclientprotocol/sdk/unstable'
import { type AgentCapabilities, methods, RequestError } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'

const methodNotFound = -32601

// Optional methods. Some agents advertise one that they do not implement.
const { list, load, resume, close, delete: remove, setMode, setConfigOption } = methods.agent.session
/** Unstable in ACP. */
export const fork = 'session/fork'
/** Removed from ACP. */
export const setModel = 'session/set_model'
/** An extension that agents advertise in `_meta.steering`. */
export const steer = '_session/steering'
const optional: ReadonlySet<string> = new Set([
  list,
  fork,
  load,
  resume,
  close,
  remove,
  setMode,
  setModel,
  steer,
  setConfigOption,
  methods.agent.logout,
])

/** Methods that a running agent advertises but does not implement. They are not called again. */
export class MissingMethods {
  readonly #missing = new Set<string>()

  /** Throws if the method is known to be missing. */
  refuse(method: string): void {
    if (this.#missing.has(method))
      throw createUnsupportedError(method)
  }

  /** Records the method if `error` reports that it is missing. Returns the error to throw. */
  record(method: string, error: unknown): unknown {
    if (
      !optional.has(method)
      || !(error instanceof HostError)
      || !(error.cause instanceof RequestError)
      || error.cause.code !== methodNotFound
    ) {
      return error
    }
    this.#missing.add(method)
    return createUnsupportedError(method, error.cause)
  }

  has(method: string): boolean {
    return this.#missing.has(method)
  }

  /** Removes the capabilities of missing methods. */
  without(capabilities: AgentCapabilities): AgentCapabilities {
    if (this.#missing.size === 0)
      return capabilities
    const has = (method: string): boolean => !this.#missing.has(method)
    const { sessionCapabilities, auth } = capabilities
    return {
      ...capabilities,
      loadSession: capabilities.loadSession && has(load),
      sessionCapabilities: sessionCapabilities && {
        ...sessionCapabilities,
        ...!has(list) && { list: undefined },
        ...!has(resume) && { resume: undefined },
        ...!has(close) && { close: undefined },
        ...!has(remove) && { delete: undefined },
        ...!has(fork) && { fork: undefined },
      },
      auth: auth && { ...auth, ...!has(methods.agent.logout) && { logout: undefined } },
    }
  }
}

/** Whether the agent advertises `session/fork`, which is not in ACP's stable types. */
export function canFork({ sessionCapabilities }: unstable.AgentCapabilities): boolean {
  return sessionCapabilities?.fork != null
}

function createUnsupportedError(method: string, cause?: RequestError): HostError {
  return new HostError('unsupported', `The agent says that it can do this, but does not know "${method}".`, { cause })
}
