/** A setting of git's, as `git config --list` tells it. */
export interface GitSetting {
  readonly name: string
  readonly value: string
  /** Where it is set: `system`, `global`, `local`, `worktree`, `command`. */
  readonly scope: string
}

const off = /^(?:false|no|off|0)?$/i
const plainPager = /^(?:cat|false|no|off|0)?$/

/** Settings by which a command that reads runs a program, works elsewhere, or takes more in. Only the middle of a name keeps its case. */
const running: readonly { readonly name: RegExp, readonly isHarmless?: RegExp }[] = [
  { name: /^(?:core\.pager|pager\..+)$/s, isHarmless: plainPager },
  { name: /^core\.fsmonitor$/, isHarmless: off },
  { name: /^(?:core\.hookspath|hook\..+)$/s },
  { name: /^diff\.external$/, isHarmless: /^$/ },
  // git would start another in the repository that lies in this one, with settings of its own.
  { name: /^diff\.submodule$/, isHarmless: /^(?:short|log)$/ },
  { name: /^log\.(?:showsignature|follow)$/, isHarmless: off },
  { name: /^(?:format\.pretty|pretty\..+)$/s, isHarmless: /^(?!.*%G)/s },
  { name: /^(?:log\.diffmerges|diff\.orderfile|attr\.tree|core\.attributesfile)$/ },
  { name: /^(?:core\.worktree|core\.bare)$/, isHarmless: /^false$/i },
  // It fetches what is missing, by whatever program the settings name for it.
  { name: /^(?:extensions\.partialclone|remote\..+\.promisor)$/s },
  { name: /^remote\..+\.vcs$/s },
]
/** What else one's own repository may not take in: a file of any name. */
const included = /^include(?:if\..+)?\.path$/s
/** One without a name is chosen by an empty one. */
const driver = /^(?:diff|filter)\.(.*)\.(?:command|textconv|clean|smudge|process)$/s

/** Why a subcommand is asked about, with these settings in force; or the names of drivers that attributes may choose. */
export function gitSettingsFault(settings: readonly GitSetting[], subcommand: string): { why: string } | { drivers: readonly string[] } {
  for (const { name, value, scope } of settings) {
    const isRunning = running.some(setting => setting.name.test(name) && setting.isHarmless?.test(value) !== true)
    const isOwnInclude = included.test(name) && scope !== 'global' && scope !== 'system'
    const isAlias = name === `alias.${subcommand}` || (name.startsWith(`alias.${subcommand}.`) && name.endsWith('.command'))
    if (isRunning || isOwnInclude || isAlias)
      return { why: `git's setting ${name} may change what it runs` }
  }
  return { drivers: settings.flatMap(({ name, value }) => value === '' ? [] : driver.exec(name)?.[1] ?? []) }
}

/** Whether a file of attributes may choose one of these drivers. A line that is not plain may. */
export function choosesDriver(attributes: string, drivers: readonly string[]): boolean {
  return drivers.length > 0
    && [...attributes.matchAll(/\b(?:diff|filter)=(\S*)/g)].some(([, name]) => drivers.includes(name!) || /["\\]/.test(name!))
}
