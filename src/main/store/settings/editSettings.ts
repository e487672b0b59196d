import { lstatSync, realpathSync } from 'node:fs'
import {
  applyEdits,
  findNodeAtLocation,
  type FormattingOptions,
  modify,
  type ParseError,
  parseTree,
} from 'jsonc-parser'
import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
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
  if (errors.length > 0 || root?.type !== 'object') {
    throw new HostError(
      'storage',
      'settings.json is not valid JSON, so it was not changed. Correct it first, then try again.',
    )
  }
  const insertSpaces = !/^\t/m.test(source)
  const formattingOptions = {
    insertSpaces,
    tabSize: insertSpaces ? 2 : 1,
    eol: source.includes('\r\n') ? '\r\n' : '\n',
  }
  return mark + edits.reduce((edited, edit) => applyEdit(edited, edit, formattingOptions), source)
}

function applyEdit(text: string, edit: SettingsEdit, formattingOptions: FormattingOptions): string {
  const { path } = edit
  const { masked, unmask } = maskOverridden(text, path)
  const tree = parseTree(masked)
  const node = tree && findNodeAtLocation(tree, [...path])
  if ('newName' in edit) {
    const key = node?.parent?.children?.[0]
    const content = JSON.stringify(edit.newName)
    return key ? unmask(applyEdits(masked, [{ offset: key.offset, length: key.length, content }])) : text
  }
  const { value } = edit
  // The library throws when it has to remove a missing key.
  if (value === undefined && !node)
    return text
  const edited = unmask(applyEdits(masked, modify(masked, [...path], value, { formattingOptions })))
  // After removing the last one, an earlier one with the same key would count.
  return value === undefined ? applyEdit(edited, edit, formattingOptions) : edited
}

/** A private-use character that masks a key. */
const maskCharacter = '\uE000'
const maskedKey = new RegExp(`"${maskCharacter}+"`, 'g')

/**
 * Hides all but the last of keys that occur twice on the way, because the last counts but the library edits the first.
 */
function maskOverridden(text: string, path: readonly string[]): { masked: string, unmask: (edited: string) => string } {
  const hidden: { readonly offset: number, readonly key: string }[] = []
  let masked = text
  for (const [depth, name] of path.entries()) {
    const tree = parseTree(masked)
    const object = tree && findNodeAtLocation(tree, path.slice(0, depth))
    const keys = (object?.children ?? []).flatMap(({ children: [key] = [] }) => key?.value === name ? [key] : [])
    for (const { offset, length } of keys.slice(0, -1)) {
      hidden.push({ offset, key: text.slice(offset, offset + length) })
      masked = `${masked.slice(0, offset)}"${maskCharacter.repeat(length - 2)}"${masked.slice(offset + length)}`
    }
  }
  const inOrder = hidden.sort((left, right) => left.offset - right.offset).map(({ key }) => key)
  return { masked, unmask: edited => edited.replace(maskedKey, found => inOrder.shift() ?? found) }
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

/** Resolves the file to write, so that a link stays a link. Throws a `HostError` if that leads to a missing file. */
export function resolveTarget(path: string): string {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path
  }
  catch (error) {
    if (getSystemCode(error) !== 'ENOENT')
      throw error
    const message = 'settings.json is a link to a missing file. Correct or delete the link, then try again.'
    throw new HostError('storage', message, { cause: error })
  }
}

function readText(path: string): string | undefined {
  try {
    return readPlainFile(path, { isUtf8Only: true })
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}
