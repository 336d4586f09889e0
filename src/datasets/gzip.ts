// Says whether a file to import is gzipped, by its first bytes and never by its name, and unpacks
// it as far as it goes.
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

/** @throws the system's error if the file cannot be read */
export async function isGzip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** Packed bytes to read at once: they unpack to at most 17 MB, which are held. */
export const PACKED_AT_ONCE = 16_384

/**
 * Unlike the stream that it uses, it gives all that comes before the place where a file breaks off,
 * and only then throws.
 * @param packed in pieces of PACKED_AT_ONCE
 */
export async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const unpacked: Buffer[] = []
  let fault: Error | undefined
  let isEnded = false
  gunzip.on('data', (chunk: Buffer) => unpacked.push(chunk))
  gunzip.on('error', (error) => {
    fault = error
  })
  gunzip.on('end', () => {
    isEnded = true
  })
  // A fault closes the stream and does not call the writer back.
  let wake = () => {}
  gunzip.on('close', () => wake())
  try {
    for await (const chunk of packed) {
      await new Promise<void>((done) => {
        wake = done
        gunzip.write(chunk, () => done())
      })
      yield* unpacked.splice(0)
      if (fault || isEnded) break
    }
    if (!fault && !isEnded) {
      await new Promise<void>((done) => {
        wake = done
        gunzip.end()
      })
      yield* unpacked.splice(0)
    }
    if (fault) throw fault
  } finally {
    gunzip.destroy()
  }
}
