import { z } from 'zod'
import { readPlainJson } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(480),
  height: z.number().int().min(360),
  isMaximized: z.boolean(),
})
/** The position of a window, and whether it is maximized. */
type WindowBounds = z.infer<typeof boundsSchema>

interface Area { readonly x: number, readonly y: number, readonly width: number, readonly height: number }

/**
 * The window's position when it was last closed; `undefined` on the first start, or if no screen contains it any more.
 */
export function readWindowBounds(file: string, screens: readonly Area[]): WindowBounds | undefined {
  const bounds = boundsSchema.safeParse(readPlainJson(file)).data
  return bounds !== undefined && screens.some(screen => overlaps(bounds, screen)) ? bounds : undefined
}

/** Synchronous and atomic, because the app may be about to exit. */
export function saveWindowBounds(file: string, bounds: WindowBounds): void {
  replaceFileText(file, JSON.stringify(bounds))
}

/** Whether enough of the title bar is visible to drag the window. */
function overlaps(bounds: Area, screen: Area): boolean {
  return bounds.x + bounds.width > screen.x + 100 && bounds.x < screen.x + screen.width - 100
    && bounds.y >= screen.y && bounds.y < screen.y + screen.height - 50
}
