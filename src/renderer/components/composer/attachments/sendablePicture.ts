/** Formats accepted by the APIs of Anthropic, OpenAI and Google. */
const sentFormats = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Limit of Anthropic's API. */
const maxSide = 8_000

/**
 * Converts a picture for models: scales down large ones and converts other formats to PNG. `undefined` if the browser
 * cannot decode it.
 */
export async function sendablePicture(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
): Promise<{ bytes: Uint8Array, mimeType: string } | undefined> {
  const isSentFormat = sentFormats.includes(mimeType)
  const bitmap = await decode(new Blob([bytes], { type: mimeType }))
  if (!bitmap)
    return isSentFormat ? { bytes, mimeType } : undefined
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    return isSentFormat && scale === 1 ? { bytes, mimeType } : await redraw(bitmap, scale)
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
    return undefined // damaged, or not a format of this browser: the caller decides
  }
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<{ bytes: Uint8Array, mimeType: string }> {
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return { bytes: new Uint8Array(await blob.arrayBuffer()), mimeType: blob.type }
}
