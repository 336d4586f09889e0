// An address file made by a test, read as an import reads it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAddressFile } from '../../../src/addresses/table/address-file.ts'

export async function readAddresses(
  content: string | Buffer,
  options: Parameters<typeof readAddressFile>[1] = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'addresses-'))
  try {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return await Array.fromAsync(readAddressFile(path, options))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
