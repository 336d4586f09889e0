// Delivery into a folder: one JSON file a message, named after it, whole or not there at all.
// Delivering the same message again replaces its file by an equal one.
import { join, resolve } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import { writeWhole } from '../files/whole-file.ts'
import { codeOf } from '../process/thrown.ts'
import type { Channel } from './channel.ts'
import { type Outgoing, outgoingDocument } from './outgoing.ts'

const AT_ONCE = 4

export function fileChannel(folder: string): Channel {
  const target = resolve(folder)
  return {
    atOnce: AT_ONCE,
    async deliver(outgoing) {
      try {
        await makeFolder(target)
        const text = `${JSON.stringify(outgoingDocument(outgoing), undefined, 2)}\n`
        await writeWhole(join(target, fileNameOf(outgoing)), text)
        return { kind: 'delivered' }
      } catch (error) {
        const code = codeOf(error) ?? 'unknown'
        return { kind: 'not_delivered', reason: `file cannot be written (${code})` }
      }
    },
  }
}

/** `2026-01-15T09-30-00.000Z-ID.json`: sorts by time and is a valid name everywhere. */
function fileNameOf({ id, createdAt }: Pick<Outgoing, 'id' | 'createdAt'>): string {
  return `${createdAt.replaceAll(':', '-')}-${id}.json`
}
