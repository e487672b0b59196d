import type { LedgerDatabase } from './ledgerDatabase'
import { Contents } from './contents'
import { FileTable } from './fileTable'
import { FolderTable } from './folderTable'
import { TurnTable } from './turnTable'
import { VersionTable } from './versionTable'

/** Tables of a folder's ledger. A review has more in the same database. */
export interface LedgerTables {
  readonly files: FileTable
  readonly folders: FolderTable
  readonly versions: VersionTable
  readonly turns: TurnTable
  readonly contents: Contents
}

/** Opens the tables of a folder's ledger. */
export function openLedgerTables(database: LedgerDatabase): LedgerTables {
  const { sql } = database
  return {
    files: new FileTable(sql),
    folders: new FolderTable(sql),
    versions: new VersionTable(sql),
    turns: new TurnTable(sql),
    contents: new Contents(database),
  }
}
