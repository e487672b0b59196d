/** Image formats that the APIs of Anthropic, OpenAI and Google accept. */
const sendableFormats = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Maximum width and height, in pixels, of Anthropic's API. */
const maxSide = 8_000

/**
 * Prepares an image for a model: scales it down if it is too large, and converts other formats to PNG. Returns
 * `undefined` if the browser cannot decode it.
 */
export async function toSendableImage(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
): Promise<{ bytes: Uint8Array, mimeType: string } | undefined> {
  const isSendableFormat = sendableFormats.includes(mimeType)
  const bitmap = await decode(new Blob([bytes], { type: mimeType }))
  if (!bitmap)
    return isSendableFormat ? { bytes, mimeType } : undefined
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    return isSendableFormat && scale === 1 ? { bytes, mimeType } : await redraw(bitmap, scale)
  }
  finally {
    bitmap.close()
  }
}

async function decode(picture: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(picture)
  }
  catch {
    return undefined // damaged, or not supported by this browser: the caller decides
  }
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<{ bytes: Uint8Array, mimeType: string }> {
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return { bytes: new Uint8Array(await blob.arrayBuffer()), mimeType: blob.type }
}
