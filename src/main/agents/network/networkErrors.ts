import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
import { getUrlHost } from '../../../shared/settings/agentAddress'
import { lineLimits } from '../wire/lineSplitter'

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to it',
  ENETUNREACH: 'no network',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'no answer',
}

/** OpenSSL's codes for certificates that do not prove the server's identity. */
const certificateFault = /CERT|SIGNATURE|^ERR_TLS_/

/** The connection could not be made. */
export function createUnreachableError(url: string, error: unknown): HostError {
  const host = getUrlHost(url)
  const code = getSystemCode(error) ?? ''
  if (certificateFault.test(code)) {
    return new HostError(
      'agent_failed',
      `The certificate of ${host} is not trusted: ${errorMessage(error)}. Nothing was sent. If it is your own, add its `
      + 'authority to this system, or name its file in NODE_EXTRA_CA_CERTS.',
      { cause: error },
    )
  }
  const why = unreachable[code] ?? errorMessage(error)
  const message = `${host} cannot be reached: ${why}. Check the address and that the agent runs there.`
  return new HostError('agent_failed', message, { cause: error })
}

/** The server responded, but not as an agent. `location`: the target of its redirect. */
export function createRefusedError(url: string, answer: { status: number, location?: string | undefined }): HostError {
  return new HostError('agent_failed', `${getUrlHost(url)} ${explainRefusal(answer)}`)
}

function explainRefusal({ status, location = 'nowhere' }: { status: number, location?: string | undefined }): string {
  if (status === 401 || status === 403)
    return `refused the token (${status}). Correct the headers of this agent.`
  if (status >= 300 && status < 400)
    return `redirects to “${location}”. Parley does not follow, as your headers would go there too. Enter that address if it is right.`
  if (status === 404 || status === 405 || status === 426)
    return `has no agent at this address (${status}). Check its path, such as /acp.`
  return `answered with status ${status} instead of an agent. Try again later.`
}

/** The server responded, but does not speak the protocol. */
export function createNoAgentError(url: string, error: unknown): HostError {
  const how = `${getUrlHost(url)} does not answer as an agent does: ${errorMessage(error)}.`
  return new HostError('agent_failed', `${how} Check the address and its path, such as /acp.`, { cause: error })
}

/** A single message exceeded the limit. */
export function createTooLongError(url: string, limitBytes: number = lineLimits.lineBytes): HostError {
  const limit = `${limitBytes / 1024 / 1024} MiB`
  return new HostError(
    'agent_failed',
    `The connection to ${getUrlHost(url)} was ended: it sent a message of more than ${limit}.`,
  )
}

/** Describes a connection that ended without Parley ending it. */
export function describeDisconnect(url: string): string {
  return `The connection to ${getUrlHost(url)} broke.`
}
