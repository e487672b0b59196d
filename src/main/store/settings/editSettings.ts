import { realpathSync } from 'node:fs'
import { applyEdits, findNodeAtLocation, modify, type ParseError, parseTree } from 'jsonc-parser'
import { errorMessage, HostError, systemCode } from '../../../shared/errors'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'

/** A change to `settings.json`: sets `path` to `value`, removes it if that is `undefined`, or renames its key. */
export type SettingsEdit
  = | { readonly path: readonly string[], readonly value: unknown }
    | { readonly path: readonly string[], readonly newName: string }

/**
 * Applies edits to a text. Keeps comments, order and unknown keys. Throws a `HostError` if the text is not
 * valid JSON.
 */
export function applySettingsEdits(text: string, edits: readonly SettingsEdit[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const source = text.slice(mark.length).trim() === '' ? '{}\n' : text.slice(mark.length)
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true, disallowComments: false })
  if (errors.length > 0 || root?.type !== 'object')
    throw new HostError('storage', 'settings.json is not valid JSON, so it was not changed. Correct it first, then try again.')
  const insertSpaces = !/^\t/m.test(source)
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? 2 : 1, eol: source.includes('\r\n') ? '\r\n' : '\n' }
  return mark + edits.reduce((edited, edit) => {
    const { path } = edit
    const tree = parseTree(edited)
    if ('newName' in edit) {
      const key = tree && findNodeAtLocation(tree, [...path])?.parent?.children?.[0]
      return key ? applyEdits(edited, [{ offset: key.offset, length: key.length, content: JSON.stringify(edit.newName) }]) : edited
    }
    const { value } = edit
    // The library throws when it has to remove a missing key.
    if (value === undefined && !(tree && findNodeAtLocation(tree, [...path])))
      return edited
    return applyEdits(edited, modify(edited, [...path], value, { formattingOptions }))
  }, source)
}

/** Applies edits to the file atomically, all or none. A link stays a link. */
export function editSettings(path: string, edits: readonly SettingsEdit[]): void {
  try {
    const target = resolveTarget(path)
    const before = readText(target)
    const after = applySettingsEdits(before ?? '', edits)
    if (after !== before)
      replaceFileText(target, after)
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    const message = `settings.json could not be changed: ${errorMessage(error)}. Check the file's permissions, then try again.`
    throw new HostError('storage', message, { cause: error })
  }
}

/** Resolves the file to write, so that a link stays a link. */
export function resolveTarget(path: string): string {
  try {
    return realpathSync(path)
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT')
      return path
    throw error
  }
}

function readText(path: string): string | undefined {
  try {
    return readPlainFile(path, { isUtf8Only: true })
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}
