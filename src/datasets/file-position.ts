// How much of a file has been read, in the file's own bytes: for a .gz the packed ones.
import { statSync } from 'node:fs'

/**
 * A reader of a file calls it with the stream that reads the file itself, so that others can see
 * how far it is.
 */
export type WatchSource = (source: { readonly bytesRead: number }) => void

interface FilePosition {
  readonly watch: WatchSource
  /** 0 to 1; null before the file is open, for an empty one, and where its length is not told. */
  share(): number | null
}

export function filePosition(path: string): FilePosition {
  let source: { readonly bytesRead: number } | undefined
  const length = lengthOf(path)
  return {
    watch(opened) {
      source = opened
    },
    share: () => (source && length > 0 ? Math.min(1, source.bytesRead / length) : null),
  }
}

/** Why a file cannot be read is told by whoever reads it. */
function lengthOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
