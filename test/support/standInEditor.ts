import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program that replaces an editor: it records how it was started, and exits. */
export interface StandInEditor {
  readonly command: string
  /** The arguments of each start, with its working directory and Parley's own variables. */
  readonly starts: () => { readonly args: string[], readonly folder: string, readonly ownVariables: string }[]
}

/** Installs the double into a folder, under that name. */
export function standInEditor(folder: string, name = 'stand-in-editor'): StandInEditor {
  const command = join(folder, name)
  const log = join(folder, `${name}.log`)
  const script = [
    '#!/bin/sh',
    `{ pwd; env | grep -cE '^(PARLEY_|ELECTRON_|NODE_OPTIONS=)'; printf '%s\\036' "$@"; printf '\\035'; } > '${log}.new'`,
    `cat '${log}.new' >> '${log}'`,
  ]
  writeFileSync(command, `${script.join('\n')}\n`)
  chmodSync(command, 0o755)
  return {
    command,
    starts: () => !existsSync(log)
      ? []
      : readFileSync(log, 'utf8').split('\u001D').slice(0, -1).map((start) => {
          const [folder = '', ownVariables = '', ...rest] = start.split('\n')
          return { folder, ownVariables, args: rest.join('\n').split('\u001E').slice(0, -1) }
        }),
  }
}
