/**
 * With these variables git asks nobody, fetches nothing and writes nothing, whatever the settings say. Some git of before 2024 knows
 * nothing of lazy fetching: the only protocol that is allowed is one that no address can name, so that it starts no program for one.
 */
export const quietGit = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '/',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
}

/** Words that come before the subcommand: neither hooks nor a monitor of files run. */
export const quietSettings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'].flatMap(setting => ['-c', setting])
