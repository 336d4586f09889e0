// The metrics of one running service: counters, Node's own figures, gauges that read a part's state
// at each scrape, and request durations by route. Serves GET /metrics.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Type } from 'typebox'
import { inMedia } from '../http/answer-media.ts'
import { pathTemplateOf } from '../http/known-paths.ts'
import { jointRun } from '../joint-run.ts'
import { sumOf } from '../numbers/sum.ts'
import { type Counters, createCounters, type LabelledCounter, labelled } from './counters.ts'
import { countOpenFiles } from './open-files.ts'

export interface Metrics {
  readonly counters: Counters
  /** A gauge whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** A counter whose value is read at each scrape. */
  total(name: string, help: string, read: () => number): void
  /** Adds a limiter's count to the total of keys that memory bounds have dropped. */
  evictions(read: () => number): void
  /**
   * A counter with one label, for what operators watch and no interface promises.
   * @param labels every label that it will be given
   */
  counter<const Label extends string>(
    name: string,
    help: string,
    labelName: string,
    labels: readonly Label[],
  ): LabelledCounter<Label>['add']
  readonly registry: Registry
}

const DURATION_BUCKETS_S = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60,
]

/** In place of a status, where the client hung up before it had the whole answer. */
const HUNG_UP = 'gone'

/**
 * Other methods share one label: anybody may send any, and each would add series to every route.
 */
const SERVED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countOpenFiles(registry)
  const evictedOf: (() => number)[] = []
  const metrics: Metrics = {
    registry,
    counters: createCounters(registry),
    evictions: (read) => void evictedOf.push(read),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    total(name, help, read) {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    counter: (name, help, labelName, labels) =>
      labelled(registry, name, help, labelName, labels).add,
  }
  metrics.total(
    'limiter_keys_evicted_total',
    'Keys dropped by a limiter’s memory bound while they still counted.',
    () => sumOf(evictedOf, (read) => read()),
  )
  return metrics
}

export function mountMetrics(app: FastifyInstance, { registry }: Pick<Metrics, 'registry'>): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request durations by route template, method and status, or `gone` where the client hung up.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  })
  const observe = (request: FastifyRequest, reply: FastifyReply, status: string) => {
    durations.observe(
      {
        method: SERVED_METHODS.has(request.method) ? request.method : 'other',
        route: pathTemplateOf(request) ?? 'unknown',
        status,
      },
      reply.elapsedTime / 1000,
    )
  }
  const answered = new WeakSet<FastifyReply>()
  app.addHook('onResponse', (request, reply, done) => {
    answered.add(reply)
    observe(request, reply, String(reply.statusCode))
    done()
  })
  // Fastify tells of answers that were sent alone. The slow ones, which clients give up first, must
  // not be missing.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!answered.has(reply)) observe(request, reply, HUNG_UP)
    })
    done()
  })
  // Rendering holds the thread that answers everybody, as encoding the text does, and the path is
  // open.
  const render = jointRun(async () => Buffer.from(await registry.metrics()))
  app.get(
    '/metrics',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'getMetrics',
        summary: 'Counters and gauges, Prometheus text',
        tags: ['operation'],
        response: { 200: inMedia({ 'text/plain': Type.String() }) },
      },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await render()),
  )
}
