// Holds folders to an order in which each imports only from those before it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** @param root the directory that has the folders, as a URL that ends in `/` */
export function describeFolderOrder(title: string, root: URL, order: readonly string[]): void {
  const cwd = fileURLToPath(root)
  describe(title, () => {
    it('are all named in the order', () => {
      const folders = globSync('*/', { cwd }).map((folder) => folder.replace('/', ''))
      assert.deepEqual(folders.toSorted(), order.toSorted())
    })

    for (const [at, folder] of order.entries()) {
      it(`import nothing of those that come later: ${folder}`, () => {
        for (const file of globSync(`${folder}/**/*.ts`, { cwd })) {
          const from = new URL(file, root)
          const text = readFileSync(from, 'utf8')
          const imports = [...text.matchAll(/(?:from |import\()'(\.[^']*)'/g)]
          const backwards = imports
            .map(([, path]) => new URL(path as string, from).pathname.slice(root.pathname.length))
            .filter((path) => order.indexOf(path.split('/')[0] as string) > at)
          assert.deepEqual(backwards, [], file)
        }
      })
    }
  })
}
