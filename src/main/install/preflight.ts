import type { PreflightCheck } from '../../shared/settings/installing'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { fitsNodeRange } from './ways/nodeRange'
import { isNewEnough, type NodeRuntime, oldestNode } from './ways/nodeRuntime'

/** What is about to be started. */
export interface Preflight {
  readonly command: string
  /** The absolute path of a command on the agent's PATH. */
  readonly findCommand: (command: string) => string | undefined
  /** The Node that it would get, where it was installed as a script of Node's. */
  readonly node?: { readonly found: NodeRuntime | undefined, readonly range: string }
  /** Where it is to work. */
  readonly folder?: string
  /** It wanted a sign-in when it last ran. */
  readonly needsSignIn?: boolean
}

/** Looks whether an agent can start, before it is tried. */
export async function preflight({ command, findCommand, node, folder, needsSignIn }: Preflight): Promise<PreflightCheck[]> {
  return [
    commandCheck(command, findCommand(command)),
    ...node ? [nodeCheck(node)] : [],
    ...folder === undefined || folder === '' ? [] : [await folderCheck(folder)],
    ...needsSignIn ? [signInCheck] : [],
  ]
}

const signInCheck: PreflightCheck = {
  what: 'sign-in',
  isRight: false,
  finding: 'As far as Parley knows, you are not signed in to it.',
  fix: 'Start: the thread opens with its ways to sign in.',
}

function commandCheck(command: string, found: string | undefined): PreflightCheck {
  return found === undefined
    ? {
        what: 'command',
        isRight: false,
        finding: `"${command}" is not a program that can be run.`,
        fix: 'Install the agent again, or correct its command.',
      }
    : { what: 'command', isRight: true, finding: `"${found}" is there.` }
}

function nodeCheck({ found, range }: NonNullable<Preflight['node']>): PreflightCheck {
  const needed = range === '' ? `${oldestNode} or later` : range
  if (found && isNewEnough(found) && (range === '' || fitsNodeRange(found.version, range)))
    return { what: 'node', isRight: true, finding: `Node ${found.version} runs it.` }
  return {
    what: 'node',
    isRight: false,
    finding: `It needs Node ${needed}; ${found ? `${found.version} is here.` : 'there is none here.'}`,
    fix: 'Install it from https://nodejs.org, then start Parley again.',
  }
}

async function folderCheck(folder: string): Promise<PreflightCheck> {
  const found = await stat(folder).catch(() => undefined) // absent: told below
  if (!found?.isDirectory())
    return { what: 'folder', isRight: false, finding: `There is no folder "${folder}".`, fix: 'Choose another one, or make it.' }
  try {
    await access(folder, constants.W_OK)
    return { what: 'folder', isRight: true, finding: `"${folder}" can be written to.` }
  }
  catch {
    return {
      what: 'folder',
      isRight: false,
      finding: `"${folder}" cannot be written to, so the agent can read but change nothing.`,
      fix: 'Choose another folder, or give yourself the right to write to it.',
    }
  }
}
