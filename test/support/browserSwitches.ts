/**
 * Chromium's address bar shows suggestions in two pages of its own, loaded at each start and with each page. Tests do
 * not need them.
 */
const unseenFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/**
 * Features that Playwright disables. Chromium uses only the last switch of a kind, so ours repeats the important ones.
 */
const playwrightsFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/** A switch for browsers in tests, with which a start takes a third of the CPU time. */
export const lightBrowser = `--disable-features=${[...unseenFeatures, ...playwrightsFeatures].join()}`
