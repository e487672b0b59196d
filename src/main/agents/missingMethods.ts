import type * as unstable from '@agentclientprotocol/sdk/unstable'
import { type AgentCapabilities, methods, RequestError } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'

const methodNotFound = -32601

/** Methods that an agent need not have. Some advertise one all the same. */
const { list, load, resume, close, delete: remove, setMode, setConfigOption } = methods.agent.session
/** Not in stable ACP. */
export const fork = 'session/fork'
/** No longer in ACP. */
export const setModel = 'session/set_model'
/** Not in ACP: advertised in `_meta.steering`. */
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

/** The methods that a running agent turned out not to know, although it advertises them: they are not called again. */
export class MissingMethods {
  readonly #missing = new Set<string>()

  /** Throws when the agent is known not to know the method. */
  refuse(method: string): void {
    if (this.#missing.has(method))
      throw unsupported(method)
  }

  /** Remembers the method if the call failed for lack of it; answers the error to pass on. */
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
    return unsupported(method, error.cause)
  }

  /** Whether the agent turned out not to know the method. */
  has(method: string): boolean {
    return this.#missing.has(method)
  }

  /** The capabilities that the agent advertises, without those that it turned out not to have. */
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

/** Whether the agent advertises that it can copy a session. That is not in stable ACP, nor in its types. */
export function canFork({ sessionCapabilities }: unstable.AgentCapabilities): boolean {
  return sessionCapabilities?.fork != null
}

function unsupported(method: string, cause?: RequestError): HostError {
  return new HostError('unsupported', `The agent says that it can do this, but does not know "${method}".`, { cause })
}
