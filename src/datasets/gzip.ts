// Says whether a file to import is gzipped, by its first bytes and never by its name.
import { open } from 'node:fs/promises'

/** @throws the system's error if the file cannot be read */
export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}
