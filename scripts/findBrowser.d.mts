/** The path of an installed browser, or else Playwright's own. */
export function findBrowser(environment?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform): string | undefined
/** Playwright's downloaded Chromium, if any. */
export function playwrightBrowser(): string | undefined
/** Like `findBrowser`, but prefers Chromium's headless shell, for pages that are never shown. */
export function findHeadlessBrowser(
  environment?: Readonly<Record<string, string | undefined>>,
  platform?: NodeJS.Platform,
): string | undefined
