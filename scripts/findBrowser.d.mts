/** The path of an installed browser, or else Playwright's own. */
export function findBrowser(environment?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform): string | undefined
/** Playwright's downloaded Chromium, if any. */
export function playwrightBrowser(): string | undefined
/** For pages that need no window: headless Chromium if available, else the same. */
export function findHeadlessBrowser(
  environment?: Readonly<Record<string, string | undefined>>,
  platform?: NodeJS.Platform,
): string | undefined
