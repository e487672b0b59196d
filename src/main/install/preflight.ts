import type { PreflightCheck } from '../../shared/settings/installing'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { fitsNodeRange, isRecentEnough, minNodeMajor, type NodeRuntime } from './ways/nodeRuntime'

/** An agent that is about to be started. */
interface Preflight {
  readonly command: string
  /** Returns the absolute path of a command on the agent's PATH. */
  readonly findCommand: (command: string) => string | undefined
  /** The Node that an agent installed as a Node script would run on. */
  readonly node?: { readonly found: NodeRuntime | undefined, readonly range: string }
  /** The agent's working folder. */
  readonly folder?: string
  /** The agent required a sign-in when it last ran. */
  readonly needsSignIn?: boolean
}

/** Checks whether an agent can start. */
export async function runPreflight({
  command,
  findCommand,
  node,
  folder,
  needsSignIn,
}: Preflight): Promise<PreflightCheck[]> {
  return [
    checkCommand(command, findCommand(command)),
    ...node ? [checkNode(node)] : [],
    ...folder === undefined || folder === '' ? [] : [await checkFolder(folder)],
    ...needsSignIn ? [signInCheck] : [],
  ]
}

const signInCheck: PreflightCheck = {
  what: 'sign-in',
  isRight: false,
  finding: 'It wanted a sign-in when it last ran.',
  fix: 'Start it: the thread shows how to sign in.',
}

function checkCommand(command: string, found: string | undefined): PreflightCheck {
  return found === undefined
    ? {
        what: 'command',
        isRight: false,
        finding: `"${command}" is not a program that can be run.`,
        fix: 'Install the agent again, or correct its command.',
      }
    : { what: 'command', isRight: true, finding: `"${found}" is there.` }
}

function checkNode({ found, range }: NonNullable<Preflight['node']>): PreflightCheck {
  const needed = range === '' ? `${minNodeMajor} or later` : range
  if (found && isRecentEnough(found) && (range === '' || fitsNodeRange(found.version, range)))
    return { what: 'node', isRight: true, finding: `Node ${found.version} runs it.` }
  return {
    what: 'node',
    isRight: false,
    finding: `It needs Node ${needed}; ${found ? `Node ${found.version} is installed.` : 'no Node is installed.'}`,
    fix: 'Install that Node from https://nodejs.org, then restart Parley.',
  }
}

async function checkFolder(folder: string): Promise<PreflightCheck> {
  const found = await stat(folder).catch(() => undefined) // missing: reported below
  if (!found?.isDirectory()) {
    return {
      what: 'folder',
      isRight: false,
      finding: `There is no folder "${folder}".`,
      fix: 'Choose another folder, or create it.',
    }
  }
  try {
    await access(folder, constants.W_OK)
    return { what: 'folder', isRight: true, finding: `"${folder}" can be written to.` }
  }
  catch {
    return {
      what: 'folder',
      isRight: false,
      finding: `"${folder}" is not writable: the agent can read files but not change them.`,
      fix: 'Choose another folder, or make this one writable.',
    }
  }
}
