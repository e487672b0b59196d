/** Builds `out/` when a source is newer than it. Whether it is up to date now; when not, the reason is on stderr. */
export function buildWhenStale(options: { root: string, node: string }): Promise<boolean>
