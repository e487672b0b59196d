import { useElementSize } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, type Ref, shallowRef } from 'vue'
import { report } from '../../report'

interface Size {
  readonly width: number
  readonly height: number
}

const step = 1.25
/** Maximum initial scale, so that a small drawing doesn't fill the whole window. */
const maxFit = 2
/** Maximum side in CSS pixels, as larger pages take long to draw. */
const maxSide = 12_000
const maxPixelsPerStep = 400

/**
 * Zooms and pans a drawing in a scrolling box. Scroll bars, arrow keys, the wheel and dragging move it. Initially it
 * fits the box. When the scale changes, the point under the pointer or in the middle of the box stays in place.
 */
export function useZoom(box: Readonly<Ref<HTMLElement | null>>, drawing: () => Size | undefined) {
  const { width, height } = useElementSize(box)
  /** The chosen scale. `undefined` while it fits the box. */
  const chosen = shallowRef<number>()
  const fit = computed(() => {
    const size = drawing()
    return size && width.value > 0 ? Math.min(width.value / size.width, height.value / size.height, maxFit) : 1
  })
  const scale = computed(() => chosen.value ?? fit.value)
  const maxScale = computed(() => maxSide / Math.max(drawing()?.width ?? 1, drawing()?.height ?? 1))
  let held: AbortController | undefined
  onScopeDispose(() => held?.abort())

  function zoomTo(wanted: number, at: { x: number, y: number } = { x: width.value / 2, y: height.value / 2 }): void {
    const element = box.value
    const before = scale.value
    chosen.value = Math.min(Math.max(wanted, Math.min(fit.value, 1) / 4), maxScale.value)
    const grown = chosen.value / before
    const [left, top] = [element?.scrollLeft ?? 0, element?.scrollTop ?? 0]
    nextTick(() => element?.scrollTo((left + at.x) * grown - at.x, (top + at.y) * grown - at.y)).catch(report)
  }

  return {
    scale,
    zoomIn: () => zoomTo(scale.value * step),
    zoomOut: () => zoomTo(scale.value / step),
    toFit: () => chosen.value = undefined,
    /** Browsers report pinching on a touchpad as a wheel event with Ctrl. */
    onWheel(event: WheelEvent): void {
      if (!event.ctrlKey && !event.metaKey)
        return
      event.preventDefault()
      const { left, top } = box.value?.getBoundingClientRect() ?? { left: 0, top: 0 }
      const moved = Math.max(-maxPixelsPerStep, Math.min(event.deltaY, maxPixelsPerStep))
      zoomTo(scale.value * step ** (-moved / 100), { x: event.clientX - left, y: event.clientY - top })
    },
    /** Starts dragging. Touch screens scroll natively. */
    onHold(event: PointerEvent): void {
      const element = box.value
      if (!element || event.button !== 0 || event.pointerType === 'touch')
        return
      held?.abort()
      held = new AbortController()
      const { signal } = held
      window.addEventListener('pointermove', ({ movementX, movementY }) => element.scrollBy(
        -movementX,
        -movementY,
      ), { signal })
      for (const type of ['pointerup', 'pointercancel'] as const)
        window.addEventListener(type, () => held?.abort(), { signal })
    },
  }
}
