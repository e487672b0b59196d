import { type AgentCapabilities, methods, RequestError } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'

const methodNotFound = -32601

/** What an agent may leave out. Some advertise it all the same. */
const { list, load, resume, close, delete: remove, setMode, setConfigOption } = methods.agent.session
/** Not in stable ACP. */
export const fork = 'session/fork'
const optional: ReadonlySet<string> = new Set([list, fork, load, resume, close, remove, setMode, setConfigOption, methods.agent.logout])

/** The methods that a running agent turned out not to know, whatever it says of itself: nobody asks for them again. */
export class MissingMethods {
  readonly #missing = new Set<string>()

  /** Throws when the agent is known not to know the method. */
  refuse(method: string): void {
    if (this.#missing.has(method))
      throw unsupported(method)
  }

  /** Looks at how a call failed; answers the error to pass on. */
  note(method: string, error: unknown): unknown {
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

  /** What is left of what the agent says it can do. */
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

function unsupported(method: string, cause?: RequestError): HostError {
  return new HostError('unsupported', `The agent says that it can do this, but does not know "${method}".`, { cause })
}
