// The task of finding best layouts: a parcel and a request in, the JSON text that is stored and drawn
// out. Runs in a worker thread; holds nothing between tasks.
import { type BestLayoutsInput, bestLayouts } from './best-layouts.ts'

export default async function layoutsTask(input: BestLayoutsInput): Promise<string> {
  return JSON.stringify(bestLayouts(input))
}
