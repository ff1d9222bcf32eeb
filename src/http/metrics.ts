import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { RequestTimes } from './request-times.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What /metrics shows. Labels are routes and names from our own code, never text from a request. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const jobSeconds = new Histogram({
    name: 'stithy_job_duration_seconds',
    help: 'Time that background jobs took, by name and outcome',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  })
  const requestTimes = new RequestTimes()
  let requestsNow = 0
  const requestsUnderWay = new Gauge({
    name: 'stithy_http_requests_in_flight',
    help: 'Requests under way',
    registers: [],
    collect() {
      this.set(requestsNow)
    },
  })
  registry.registerMetric(requestsUnderWay)
  return {
    contentType: registry.contentType,
    asText: async () => `${await registry.metrics()}\n${requestTimes.asText()}`,
    requestTimes,
    requestBegan: () => {
      requestsNow++
    },
    requestEnded: () => {
      requestsNow--
    },
    rateLimited: new Counter({ name: 'stithy_rate_limited_total', help: 'Requests answered 429', registers }),
    jobs: new Gauge({ name: 'stithy_jobs', help: 'Background jobs by state', labelNames: ['state'], registers }),
    pipelines: new Gauge({
      name: 'stithy_pipelines',
      help: 'Pipelines that wait or run, of all processes',
      labelNames: ['state'],
      registers,
    }),
    deliveries: new Gauge({
      name: 'stithy_webhook_deliveries',
      help: 'Deliveries of webhooks that wait to be sent, or sent again',
      labelNames: ['state'],
      registers,
    }),
    database: new Gauge({ name: 'stithy_database_up', help: 'Whether the database answers: 1 or 0', registers }),
    streams: new Gauge({ name: 'stithy_open_streams', help: 'Open streams of notifications', registers }),
    jobFinished: (name: string, outcome: string, seconds: number) => jobSeconds.observe({ name, outcome }, seconds),
  }
}
