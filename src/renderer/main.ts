import { createApp } from 'vue'
import App from './App.vue'
import { HostLink } from './connect'
import { chooseChannel } from './openChannel'
import { report } from './report'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource/noto-sans-math/latin.css'
import './styles/index.css'

// A file dropped outside a drop target would replace the page.
for (const type of ['dragover', 'drop'] as const)
  window.addEventListener(type, event => event.dataTransfer?.types.includes('Files') && event.preventDefault())

// Loads fonts before they are first used, as a late font would change the width of text being read.
for (const family of ['Inter Variable', 'JetBrains Mono Variable'])
  document.fonts.load(`16px "${family}"`).catch(report)

const link = new HostLink(chooseChannel())
// Retries at once if the person opens a new address in this tab, as the message advises.
window.addEventListener('hashchange', () => link.retry())
createApp(App, { link }).mount('#app')
