// How far the reading of a file has come, by its own bytes: those of a .gz are the packed ones.
import { statSync } from 'node:fs'

/**
 * What a reader gives to whoever wants to tell how far it is: the stream that reads the file
 * itself.
 */
export type WatchSource = (source: { readonly bytesRead: number }) => void

export interface FilePosition {
  readonly watch: WatchSource
  /** 0 to 1; null before the file is open, and for an empty one. */
  share(): number | null
}

export function filePosition(path: string): FilePosition {
  let source: { readonly bytesRead: number } | undefined
  const length = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return {
    watch(opened) {
      source = opened
    },
    share: () => (source && length > 0 ? Math.min(1, source.bytesRead / length) : null),
  }
}
