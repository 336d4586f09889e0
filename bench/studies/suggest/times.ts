// Times of many queries, on the clock and of the processor, and how they are printed.
import { quantile } from '../../support/statistics.ts'

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
  const cpu = cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length
  return [...[0.5, 0.95, 1].map((share) => quantile(clockMs, share)), cpu]
    .map((ms) => ms.toFixed(2).padStart(7))
    .join('  ')
}
