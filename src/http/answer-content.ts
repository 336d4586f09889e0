// What an answer holds: JSON of the fields that its schema names, and no others. The schemas stand
// beside the routes; those of a request are read in request-content.ts.
import fastJsonStringify from 'fast-json-stringify'
import { onFirstUse } from './on-first-use.ts'
import type { App } from './server.ts'

type Serialize = (answer: unknown) => string

export function serializeBySchema(app: App): void {
  /** Many routes share a schema, such as that of an error. */
  const known = new WeakMap<object, Serialize>()
  app.setSerializerCompiler<object>(({ schema }) => {
    const serialize = known.get(schema) ?? onFirstUse(() => fastJsonStringify(schema) as Serialize)
    known.set(schema, serialize)
    return serialize
  })
}
