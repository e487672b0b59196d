import { useElementSize } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, type Ref, shallowRef } from 'vue'
import { report } from '../../report'

interface Size {
  readonly width: number
  readonly height: number
}

const step = 1.25
/** A small drawing does not fill the whole window at once. */
const largestFit = 2
/** In CSS pixels: a larger page takes the browser long to draw. */
const largestSide = 12_000
const maxPixelsPerStep = 400

/**
 * Zoom and pan of a drawing, in a box that scrolls: its scroll bars, arrow keys and wheel move it, so does dragging. At
 * first it fits the box; what is in the middle of the box, or at the pointer, stays there when the scale changes.
 */
export function useZoom(box: Readonly<Ref<HTMLElement | null>>, drawing: () => Size | undefined) {
  const { width, height } = useElementSize(box)
  /** As chosen; `undefined` while it fits. */
  const chosen = shallowRef<number>()
  const fit = computed(() => {
    const size = drawing()
    return size && width.value > 0 ? Math.min(width.value / size.width, height.value / size.height, largestFit) : 1
  })
  const scale = computed(() => chosen.value ?? fit.value)
  const most = computed(() => largestSide / Math.max(drawing()?.width ?? 1, drawing()?.height ?? 1))
  let held: AbortController | undefined
  onScopeDispose(() => held?.abort())

  function zoomTo(wanted: number, at: { x: number, y: number } = { x: width.value / 2, y: height.value / 2 }): void {
    const element = box.value
    const before = scale.value
    chosen.value = Math.min(Math.max(wanted, Math.min(fit.value, 1) / 4), most.value)
    const grown = chosen.value / before
    const [left, top] = [element?.scrollLeft ?? 0, element?.scrollTop ?? 0]
    nextTick(() => element?.scrollTo((left + at.x) * grown - at.x, (top + at.y) * grown - at.y)).catch(report)
  }

  return {
    scale,
    zoomIn: () => zoomTo(scale.value * step),
    zoomOut: () => zoomTo(scale.value / step),
    toFit: () => chosen.value = undefined,
    /** Two fingers of a touchpad come as a wheel with Ctrl, too. */
    onWheel(event: WheelEvent): void {
      if (!event.ctrlKey && !event.metaKey)
        return
      event.preventDefault()
      const { left, top } = box.value?.getBoundingClientRect() ?? { left: 0, top: 0 }
      const moved = Math.max(-maxPixelsPerStep, Math.min(event.deltaY, maxPixelsPerStep))
      zoomTo(scale.value * step ** (-moved / 100), { x: event.clientX - left, y: event.clientY - top })
    },
    /** A touch scrolls by itself. */
    onHold(event: PointerEvent): void {
      const element = box.value
      if (!element || event.button !== 0 || event.pointerType === 'touch')
        return
      held?.abort()
      held = new AbortController()
      const { signal } = held
      window.addEventListener('pointermove', ({ movementX, movementY }) => element.scrollBy(-movementX, -movementY), { signal })
      for (const type of ['pointerup', 'pointercancel'] as const)
        window.addEventListener(type, () => held?.abort(), { signal })
    },
  }
}
