// Times of many queries, on the clock and of the processor, and how they are printed.

interface Times {
  readonly clockMs: number[]
  readonly cpuMs: number[]
}

export const newTimes = (): Times => ({ clockMs: [], cpuMs: [] })

export function timed<T>(into: Times, work: () => T): T {
  const start = performance.now()
  const cpu = process.threadCpuUsage()
  const result = work()
  const spent = process.threadCpuUsage(cpu)
  into.clockMs.push(performance.now() - start)
  into.cpuMs.push((spent.user + spent.system) / 1000)
  return result
}

export function addTimes(to: Times, { clockMs, cpuMs }: Times): void {
  to.clockMs.push(...clockMs)
  to.cpuMs.push(...cpuMs)
}

/** p50, p95, largest, mean of the processor: milliseconds, in columns. */
export function timesText({ clockMs, cpuMs }: Times): string {
  const clock = [...clockMs].sort((a, b) => a - b)
  const cpu = cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length
  const at = (sorted: number[], part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  return [at(clock, 0.5), at(clock, 0.95), clock.at(-1), cpu]
    .map((ms) => (ms ?? 0).toFixed(2).padStart(7))
    .join('  ')
}
