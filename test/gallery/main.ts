import { createApp } from 'vue'
import '../../src/renderer/styles/tokens.css'
import '../../src/renderer/styles/base.css'
import GalleryPage from './GalleryPage.vue'

createApp(GalleryPage).mount('#app')
