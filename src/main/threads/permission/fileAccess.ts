import type { PermissionSubject } from '../../../shared/thread/events'
import type { Location, OpenableLocation } from '../../workspace/workspace'
import type { ThreadParts } from '../threadParts'
import { deniedError, outsideError } from '../../workspace/fileErrors'
import { isProtected } from '../../workspace/protectedNames'
import { plannedWrite, type PlannedWrite } from './request/plannedWrite'

/** A file that an agent asks for; of a write, what shall stand in it. */
export interface AskedFile {
  readonly path: string
  readonly access: 'read' | 'write'
  readonly content?: string
}

type PathSubject = Extract<PermissionSubject, { kind: 'path' | 'protected_file' }>

/**
 * Where the file really is, once the guard and, where it must be asked, the person agree; `isDecided` where it was. Throws a `FileError`
 * where they do not.
 */
export async function allowedFile(
  thread: ThreadParts,
  { path, access, content }: AskedFile,
  signal: AbortSignal,
): Promise<{ location: OpenableLocation, isDecided: boolean }> {
  const location = await thread.workspace.locate(path)
  const opened = await open(thread, location, { access, content, signal })
  const isGuarded = location.kind === 'inside' && location.relativePaths.some(name => isProtected(name, access))
  // As it really is: a link must not give it another name.
  const asked: PathSubject = { kind: isGuarded ? 'protected_file' : 'path', access, path: opened.realPath }
  const mustAsk = isGuarded || (location.kind === 'inside' && thread.permissions.own.guards(asked))
  if (mustAsk && !(await isAllowed(thread, asked, { signal, planned: () => plannedWrite(opened, opened.realPath, content) })))
    throw deniedError(path)
  return { location: opened, isDecided: mustAsk || location.kind === 'outside' }
}

/** Where a command's folder really is, once it may run there. Throws a `FileError` where it may not. */
export async function allowedFolder(thread: ThreadParts, path: string, signal: AbortSignal): Promise<OpenableLocation> {
  return open(thread, await thread.workspace.locateFolder(path), { access: 'cwd', signal })
}

/** Whether an answer of this turn, or a rule, covers a write that needed no question. It only decides what is marked "not asked". */
export function coversWrite({ permissions: { approvals, rules } }: ThreadParts, path: string, { realPath }: OpenableLocation): boolean {
  return (
    approvals.coversWrite(path)
    || rules.ofSubject({ kind: 'path', access: 'write', path: realPath }, { isOutside: false })?.effect === 'allow'
  )
}

async function open(
  thread: ThreadParts,
  location: Location,
  { access, content, signal }: { access: 'read' | 'write' | 'cwd', content?: string, signal: AbortSignal },
): Promise<OpenableLocation> {
  if (location.kind === 'refused')
    throw location.error
  if (location.kind === 'inside')
    return location
  // Asked about and remembered as it really is: a link in an allowed folder must not lead on from there.
  const path = location.realPath
  // No answer for a whole folder holds for the keys in it.
  const asked: PathSubject
    = access !== 'cwd' && isProtected(path, access) ? { kind: 'protected_file', access, path } : { kind: 'path', access, path }
  if (!(await isAllowed(thread, asked, { signal, planned: () => plannedWrite(location, path, content) })))
    throw outsideError()
  return location
}

async function isAllowed(
  { permissions: { own }, isTurnOpen, agentName }: ThreadParts,
  subject: PathSubject,
  { signal, planned }: { signal: AbortSignal, planned: () => Promise<PlannedWrite> },
): Promise<boolean> {
  return isTurnOpen() && (await own.decide(subject, { title: `${agentName} ${wish(subject)}`, signal, isTurnOpen, planned })) !== 'denied'
}

function wish(subject: PathSubject): string {
  switch (subject.kind) {
    case 'path':
      return {
        read: 'wants to read outside the workspace',
        write: 'wants to write outside the workspace',
        cwd: 'wants to run a command outside the workspace',
      }[subject.access]
    case 'protected_file':
      return subject.access === 'read'
        ? 'wants to read a file that often holds secrets'
        : 'wants to write a file that can change what runs later'
  }
}
