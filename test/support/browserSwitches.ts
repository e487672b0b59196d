/**
 * Chromium's address bar shows its suggestions in two pages of its own, loaded with each start and each page. No test
 * sees them.
 */
const unseenFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/**
 * What Playwright switches off. Of several such switches Chromium follows the last, so ours has to repeat what may
 * matter here.
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

/**
 * For the browser that shows windows or pages in tests: a start takes a third of the processor's time that it takes
 * without.
 */
export const lightBrowser = `--disable-features=${[...unseenFeatures, ...playwrightsFeatures].join()}`
