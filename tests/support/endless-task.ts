// A task that never ends, for tests of what ends it.

export default function endlessTask(): Promise<never> {
  return new Promise(() => {})
}
