import { commandName, type Word } from './shell/word'

/** Programs that start none of those that their words name. */
const plain = new Set([
  'cat ls echo grep egrep fgrep head tail wc cut tr uniq diff cmp comm stat file du df pwd which type whereis basename dirname realpath',
  'readlink date mkdir rmdir touch rm mv cp ln chmod chown test [ true false cd tree md5sum sha1sum sha256sum jq tee kill pkill pgrep git',
].join(' ').split(' '))
/** A command as a word of git, make or an editor: `alias.x=!rm`. */
const line = /(?:^|[=:\s])!\s*\S/

/**
 * Whether a command may start the program of a rule that asks or denies, though it is not its own: no list of the
 * programs that start others is whole. Only those that surely start none are believed; of the rest it is enough that
 * their words name it.
 */
export function mayStart([sought = '', ...further]: readonly string[], [program, ...rest]: readonly Word[]): boolean {
  if (sought === '' || program === undefined || (plain.has(commandName(program)) && !rest.some(({ text }) => line.test(text))))
    return false
  const text = rest.map(({ text }) => text).join(' ').toLowerCase()
  return [commandName({ text: sought, isExact: true }), ...further].every(name => isNamed(name.toLowerCase(), text))
}

/** As a word of its own: `rm` in `system("a; /bin/rm")`, not in `npm`, `rm.txt` or `--rm`. */
function isNamed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(text[at - 1] ?? ' ') && !/^(?:[\w-]|\.\w)/.test(text.slice(at + name.length, at + name.length + 2)))
      return true
  }
  return false
}
