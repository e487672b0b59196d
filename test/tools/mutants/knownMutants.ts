import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Reverts the fix of a known bug. */
export interface KnownMutant {
  /** The bug before it was fixed. */
  readonly fault: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The test that finds it; absent if random histories do. */
  readonly test?: string
}

const changes = 'src/main/changes'
const tests = 'test/unit/changes'

/** One for each bug in recording or review that lost a person's text, or did not report a loss. */
export const knownMutants: readonly KnownMutant[] = [
  {
    fault: 'what was hidden, mounted or moved in counts as added by the agent',
    file: `${changes}/scan/recordScan.ts`,
    from: 'record.isOlder({ path: file.path, stats: fresh, began, isNew })',
    to: 'false',
  },
  {
    fault: 'a disk that comes back in a turn counts as added by the agent',
    file: `${changes}/scan/folderScanner.ts`,
    from: 'removed && removed.at >= began && removed.path',
    to: 'removed && removed.path',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'what is saved in a file during a question about it is the agent\'s',
    file: `${changes}/attribute.ts`,
    from: 'return change.isUnsaved || turns.some(turn => hadQuestion(turn, change)) || change.isInEditor()',
    to: 'return change.isUnsaved || change.isInEditor()',
  },
  {
    fault: 'unsaved text that was served is the agent\'s where it writes that back',
    file: `${changes}/attribute.ts`,
    from: 'return change.isUnsaved || turns.some',
    to: 'return turns.some',
  },
  {
    fault: 'a save of Parley\'s own is the agent\'s',
    file: `${changes}/ledger.ts`,
    from: 'const found = writer ?? attribute(',
    to: 'const found = attribute(',
    test: `${tests}/ledgers.test.ts`,
  },
  {
    fault: 'what is written after a turn is a command\'s as long as a program runs on',
    file: `${changes}/attribute.ts`,
    from: ' && !isAfterLate(commanding[0]!, savedAt)',
    to: '',
    test: `${tests}/attribute.test.ts`,
  },
  {
    fault: 'what an editor saves whose lock lies there is the agent\'s',
    file: `${changes}/attribute.ts`,
    from: ' || change.isInEditor()\n}',
    to: '\n}',
  },
  {
    fault: 'what an editor saves as it closes is the agent\'s',
    file: `${changes}/scan/editorLock.ts`,
    from: '(this.#reported.get(lock) ?? -Infinity) >= Date.now() - lingerMs || ',
    to: '',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'what was changed while it was hidden is the agent\'s once it is shown',
    file: `${changes}/scan/recordScan.ts`,
    from: 'const isGuess = wasHidden === true && ',
    to: 'const isGuess = wasHidden === undefined && ',
  },
  {
    fault: 'the agent of a folder in this one, or around it, is no other writer',
    file: `${changes}/thread/folderTurns.ts`,
    from: 'new Set(folders.flatMap(folder => this.#sharingFiles(folder)))',
    to: 'folders',
  },
  {
    fault: 'a ledger that knows files and no turn can no longer be written',
    file: `${changes}/store/fileTable.ts`,
    from: 'this.#any.get() === undefined',
    to: 'this.#any.iterate().next().done === true',
  },
  {
    fault: 'a folder that came by a named file is not watched',
    file: `${changes}/scan/singleFiles.ts`,
    from: 'walk.newFolders.push(folder) //',
    to: 'void 0 //',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'what an agent makes in a new folder and names later is old',
    file: `${changes}/scan/singleFiles.ts`,
    from: 'if (began !== undefined)\n    addCreatedFolders',
    to: 'if (began === -1)\n    addCreatedFolders',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'an undo that puts nothing back takes the decision away',
    file: `${changes}/review/apply/operations.ts`,
    from: 'if (this.#doneSteps(operation).length === 0)\n      this.#tables',
    to: 'this.#tables',
    test: `${tests}/reviewPieces.test.ts`,
  },
  {
    fault: 'what another decision left alone is not told',
    file: `${changes}/review/apply/operations.ts`,
    from: 'const left = this.#unreported.get(operation) ?? []',
    to: 'const left: never[] = []',
    test: `${tests}/manyFiles.test.ts`,
  },
  {
    fault: 'a ledger that lacks a folder stops those of all folders',
    file: `${changes}/store/contents.ts`,
    from: 'return [] // no contents, or the folder is inaccessible',
    to: 'throw error',
    test: `${tests}/pruning.test.ts`,
  },
  {
    fault: 'a damaged ledger is not set aside',
    file: `${changes}/store/ledgerDatabase.ts`,
    from: ' && !isCorruption(error)',
    to: '',
    test: `${tests}/forgetting.test.ts`,
  },
  {
    fault: 'a repository whose references lie in a table has no branch and no commits',
    file: 'src/main/git/repository.ts',
    from: 'const reftableHead = \'refs/heads/.invalid\'',
    to: 'const reftableHead = \'refs/heads/.never\'',
    test: 'test/unit/git/gitState.test.ts',
  },
  {
    fault: 'two commands ran, one of whose threads waits by now: the other\'s',
    file: `${changes}/attribute.ts`,
    from: 'if (commanding.length > 1)\n    return { by: \'unclear\' }',
    to: '',
    test: `${tests}/attribute.test.ts`,
  },
  {
    fault: 'what the person wrote in a named file before it was looked at is the agent\'s',
    file: `${changes}/evidence.ts`,
    from: 'isCallOver ? at : lookedAt',
    to: 'at',
    test: `${tests}/ledgers.test.ts`,
  },
  {
    fault: 'what was in a hidden file before a write through Parley is not known',
    file: `${changes}/scan/singleFiles.ts`,
    from: 'deferred.wasHidden === true && before !== undefined',
    to: 'false',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'what the person wrote right before a write through Parley is the agent\'s',
    file: `${changes}/ledger.ts`,
    from: 'writer === undefined && !this.#hasContent(path, content)',
    to: 'writer === undefined',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'a look does not know what the system tells of right before it',
    file: `${changes}/worker/servedLedger.ts`,
    from: '  await turnOfLoop()\n  await turnOfLoop()\n',
    to: '  await turnOfLoop()\n',
    test: `${tests}/ledgers.test.ts`,
  },
  {
    fault: 'each state of a file that is rewritten is kept',
    file: `${changes}/scan/recordScan.ts`,
    from: 'if (!tables.versions.extend(first))',
    to: '',
    test: `${tests}/scanning.test.ts`,
  },
  {
    fault: 'a file stays open for a window that was closed',
    file: 'src/main/buffers/buffers.ts',
    from: 'if (this.#gone.has(viewer))',
    to: 'if (this.#gone.has(viewer) && this.#isDisposed)',
    test: 'test/unit/buffers/buffers.test.ts',
  },
]

/** Tests a copy of the project with the mutant. Returns what found it. */
export function findDetector(
  { file, from, to, test }: KnownMutant,
  { copy, histories, seed = 1 }: { copy: string, histories: number, seed?: number },
): string | undefined {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  if (whole.split(from).length !== 2)
    throw new Error(`"${from}" must stand once in ${file}`)
  writeFileSync(path, whole.replace(from, () => to))
  try {
    const range = ['--seed', `${seed}`, '--histories', `${histories}`]
    const model = ['--import', './scripts/typescript.mjs', 'test/tools/model/run.ts', ...range, '--stop']
    const { status, stdout, stderr } = test === undefined
      ? spawnSync(process.execPath, model, { cwd: copy, encoding: 'utf8' })
      : spawnSync('node_modules/.bin/vitest', ['run', '--bail', '1', test], { cwd: copy, encoding: 'utf8' })
    if (status === 0)
      return undefined
    const said = stripVTControlCharacters(stdout + stderr)
    const finder = /^(?:seed \d+\n.*|\s*FAIL .*|TypeError: .*)$/m.exec(said)?.[0].trim()
    if (finder === undefined)
      throw new Error(said)
    return finder
  }
  finally {
    writeFileSync(path, whole)
  }
}
