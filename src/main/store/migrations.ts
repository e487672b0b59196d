/** Step n migrates a file from version n to n + 1. A shipped step is never changed; add another. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE threads (
    thread_id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    title_from TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    folder TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    session_id TEXT,
    last_seq INTEGER NOT NULL DEFAULT 0,
    projected_seq INTEGER NOT NULL DEFAULT 0,
    entry_count INTEGER NOT NULL DEFAULT 0,
    reducer_version INTEGER NOT NULL DEFAULT 0,
    head TEXT
  ) STRICT;
  CREATE INDEX threads_by_time ON threads (updated_at DESC);

  CREATE TABLE events (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (thread_id, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    entry_index INTEGER NOT NULL,
    tool_call_id TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (thread_id, entry_index)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_by_tool_call ON entries (thread_id, tool_call_id) WHERE tool_call_id IS NOT NULL;

  CREATE TABLE terminals (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    terminal_id TEXT NOT NULL,
    view TEXT NOT NULL,
    output TEXT NOT NULL,
    PRIMARY KEY (thread_id, terminal_id)
  ) STRICT;

  CREATE TABLE rules (
    rule_id INTEGER PRIMARY KEY,
    folder TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    access TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (folder, agent_id, kind, subject, access)
  ) STRICT;
  `,
  `
  CREATE TABLE agent_options (
    agent_id TEXT PRIMARY KEY,
    offered TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE agent_sign_ins (
    agent_id TEXT PRIMARY KEY,
    refusal TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE threads ADD COLUMN additional_folders TEXT NOT NULL DEFAULT '[]';
  `,
  `
  CREATE TABLE trusted_commands (
    agent_id TEXT NOT NULL,
    folder TEXT NOT NULL,
    command TEXT NOT NULL,
    PRIMARY KEY (agent_id, folder)
  ) STRICT;
  `,
  `
  CREATE TABLE written_rules (
    rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
    rule TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE decisions (
    decision_id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    at INTEGER NOT NULL,
    agent_id TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    what TEXT NOT NULL,
    facts TEXT NOT NULL,
    facts_hash TEXT NOT NULL,
    outcome TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    rule_id INTEGER,
    why TEXT
  ) STRICT;
  CREATE INDEX decisions_by_thread ON decisions (thread_id, decision_id);
  `,
  `
  ALTER TABLE threads ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
  UPDATE threads SET rank =
    (SELECT count(*) FROM threads AS older WHERE (older.updated_at, older.rowid) <= (threads.updated_at, threads.rowid));
  DROP INDEX threads_by_time;
  CREATE INDEX threads_by_rank ON threads (rank);

  CREATE TABLE deleted_threads (
    thread_id TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE payloads (
    thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (thread_id, hash)
  ) STRICT;
  ALTER TABLE events ADD COLUMN payloads TEXT;
  ALTER TABLE entries ADD COLUMN payloads TEXT;
  `,
  // An entry's JSON begins with its kind. Comparing a prefix on each write is cheap; parsing the JSON of a long entry
  // is not.
  `
  CREATE INDEX entries_of_notices ON entries (thread_id) WHERE substr(body, 1, 16) = '{"kind":"notice"';
  `,
  `
  CREATE TABLE accepted_files (
    path TEXT NOT NULL,
    hash TEXT NOT NULL,
    since INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (path, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX accepted_files_by_time ON accepted_files (at);
  `,
  `
  CREATE TABLE drafts (
    thread_id TEXT PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
    text TEXT NOT NULL DEFAULT '',
    attachments TEXT NOT NULL DEFAULT '[]'
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE threads ADD COLUMN scratch TEXT;

  CREATE TABLE last_choices (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // The event up to which an entry was reduced when it was stored. The search index reads entries that changed since.
  `
  ALTER TABLE entries ADD COLUMN changed_seq INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX entries_by_change ON entries (thread_id, changed_seq, entry_index);
  `,
  // The unread state of a thread.
  `
  ALTER TABLE threads ADD COLUMN mark TEXT;
  `,
  // `deleted_at`: deleted by the person, who can still undo that.
  `
  ALTER TABLE threads ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threads ADD COLUMN deleted_at INTEGER;
  `,
  // The last known number of files with pending changes.
  `
  ALTER TABLE threads ADD COLUMN pending_changes INTEGER NOT NULL DEFAULT 0;
  `,
  // Unsaved text of open files, which outlives threads. The base has its own row, because it can be long and rarely
  // changes.
  `
  CREATE TABLE unsaved_files (
    path TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL,
    encoding TEXT NOT NULL,
    hash TEXT NOT NULL,
    changes TEXT NOT NULL,
    conflict TEXT,
    size INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE unsaved_bases (
    path TEXT PRIMARY KEY REFERENCES unsaved_files ON DELETE CASCADE,
    base TEXT NOT NULL
  ) STRICT;
  `,
  // Unsent review comments.
  `
  ALTER TABLE drafts ADD COLUMN comments TEXT NOT NULL DEFAULT '[]';
  `,
  // A conflict has its own row too: it can be as long as a base and rarely changes while the person types.
  `
  CREATE TABLE unsaved_conflicts (
    path TEXT PRIMARY KEY REFERENCES unsaved_files ON DELETE CASCADE,
    key TEXT NOT NULL,
    conflict TEXT NOT NULL
  ) STRICT;
  INSERT INTO unsaved_conflicts (path, key, conflict) SELECT path, hash, conflict FROM unsaved_files WHERE conflict IS NOT NULL;
  ALTER TABLE unsaved_files DROP COLUMN conflict;
  `,
  // Answers about modes in which an agent acts without asking, by agent and folder.
  `
  CREATE TABLE unasked_starts (
    agent_id TEXT NOT NULL,
    folder TEXT NOT NULL,
    config_id TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (agent_id, folder, config_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Rules no longer depend on the contents of files; their grade is shown instead.
  `
  DROP TABLE accepted_files;
  ALTER TABLE decisions ADD COLUMN grade TEXT;
  `,
  // Rules that predate grades and have not applied since. The first use of each shows a notice.
  `
  CREATE TABLE old_rules (
    rule_id INTEGER PRIMARY KEY
  ) STRICT;
  INSERT INTO old_rules SELECT rule_id FROM written_rules WHERE json_extract(rule, '$.effect') = 'allow';
  `,
  // The same for "Always allow in this folder".
  `
  CREATE TABLE old_answers (
    rule_id INTEGER PRIMARY KEY
  ) STRICT;
  INSERT INTO old_answers SELECT rule_id FROM rules WHERE kind = 'command';
  `,
  // The person's own terminals, which are restored after a restart.
  `
  CREATE TABLE own_terminals (
    terminal_id TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    group_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT,
    shell TEXT NOT NULL,
    cwd TEXT NOT NULL,
    output TEXT NOT NULL
  ) STRICT;
  `,
  // The machine of a thread's agent, if not this one, and the folder there.
  `
  ALTER TABLE threads ADD COLUMN elsewhere TEXT;
  `,
  // Commands that the person saved for the terminals of a repository.
  `
  CREATE TABLE saved_commands (
    folder TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (folder, line)
  ) STRICT, WITHOUT ROWID;
  `,
]
