// Runs after an install by npm, and before the npm scripts that need packages: links the Node that
// comes with the project. npm makes this link too, but before 11.6 it takes the link away again,
// with the package for the other kind of processor, whose link would have the same name.
import { existsSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
const brought = `node-linux-${process.arch}/bin/node`
const link = `${packages}.bin/node`

if (existsSync(packages + brought) && !existsSync(link)) {
  try {
    symlinkSync(`../${brought}`, link)
  } catch (error) {
    // Packages that another user installed: the machine's own Node may do.
    process.stderr.write(`node_modules/.bin/node could not be made: ${error.message}\n`)
  }
}
