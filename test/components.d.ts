/** Components as tests see them: their own types are checked with the renderer. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
