/** The path of a browser's program: an installed one, else Playwright's own. */
export function findBrowser(environment?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform): string | undefined
/** The Chromium that Playwright downloaded, if it did. */
export function playwrightBrowser(): string | undefined
/** For pages that nobody looks at: Chromium without a window, where there is one, else the same. */
export function findHeadlessBrowser(
  environment?: Readonly<Record<string, string | undefined>>,
  platform?: NodeJS.Platform,
): string | undefined
