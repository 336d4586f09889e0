// The operational counters, and how any counter is made: each is exported from zero on, since an
// alarm on growth would miss the first count of one that appears with it. Labels are literals
// chosen where they are counted; none ever carries a name, an address or an id.
import { Counter, type Registry } from 'prom-client'

export interface LabelledCounter<Label> {
  /** A property: as a method it would take labels that were not made to begin at zero. */
  readonly add: (label: Label) => void
}

export interface PlainCounter {
  add(): void
}

export type Counters = ReturnType<typeof createCounters>

export function createCounters(registry: Registry) {
  return {
    estimates: labelled(
      registry,
      'valuation_estimates_total',
      'Valuation estimates made, by outcome.',
      'outcome',
      ['ok', 'insufficient_data'],
    ),
    addressSuggestions: labelled(
      registry,
      'valuation_address_suggestions_total',
      'Address suggestion requests, by whether anything was found.',
      'found',
      ['yes', 'no'],
    ),
    reportsExported: plain(registry, 'valuation_reports_exported_total', 'Estimate reports made.'),
    leads: plain(registry, 'valuation_leads_total', 'Leads created.'),
    supportMessages: labelled(
      registry,
      'valuation_support_messages_total',
      'Support messages delivered to the messaging service, by channel.',
      'channel',
      ['web', 'anon'],
    ),
    logins: labelled(
      registry,
      'valuation_logins_total',
      'Logins that created a session or ended in the failure tail.',
      'result',
      ['success', 'failed'],
    ),
    siteplanReportsExported: labelled(
      registry,
      'siteplan_reports_exported_total',
      'Site-planning reports made, by format.',
      'format',
      ['md', 'json', 'tg', 'docx', 'pptx', 'pdf'],
    ),
  }
}

export function labelled<const Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelName: string,
  labels: readonly Label[],
): LabelledCounter<Label> {
  const counter = new Counter({ name, help, labelNames: [labelName], registers: [registry] })
  for (const label of labels) counter.inc({ [labelName]: label }, 0)
  return { add: (label) => counter.inc({ [labelName]: label }) }
}

function plain(registry: Registry, name: string, help: string): PlainCounter {
  const counter = new Counter({ name, help, registers: [registry] })
  return { add: () => counter.inc() }
}
