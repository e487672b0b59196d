import { commandName, type Word } from './shell/word'

/** Programs that do not run other programs named in their arguments. */
const inert = new Set([
  'cat ls echo grep egrep fgrep head tail wc cut tr uniq diff cmp comm stat file du df pwd which type whereis basename dirname realpath',
  'readlink date mkdir rmdir touch rm mv cp ln chmod chown test [ true false cd tree md5sum sha1sum sha256sum jq tee kill pkill pgrep git',
].join(' ').split(' '))
/** A shell command within an argument of git, make or an editor: `alias.x=!rm`. */
const embedded = /(?:^|[=:\s])!\s*\S/

/**
 * Whether a command may start the program of an ask or deny rule. No list of programs that start others is complete, so
 * any program that is not known to be harmless counts if its arguments contain the name.
 */
export function mayStart([sought = '', ...further]: readonly string[], [program, ...rest]: readonly Word[]): boolean {
  if (sought === '' || program === undefined || (inert.has(commandName(program)) && !rest.some(({ text }) => embedded.test(text))))
    return false
  const text = rest.map(({ text }) => text).join(' ').toLowerCase()
  return [commandName({ text: sought, isExact: true }), ...further].every(name => isNamed(name.toLowerCase(), text))
}

/** Matches whole words: `rm` in `system("a; /bin/rm")`, not in `npm`, `rm.txt` or `--rm`. */
function isNamed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(text[at - 1] ?? ' ') && !/^(?:[\w-]|\.\w)/.test(text.slice(at + name.length, at + name.length + 2)))
      return true
  }
  return false
}
