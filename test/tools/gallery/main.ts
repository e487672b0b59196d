import { createApp } from 'vue'
import GalleryPage from './GalleryPage.vue'
import '../../../src/renderer/styles/tokens.css'
import '../../../src/renderer/styles/base.css'

createApp(GalleryPage).mount('#app')
