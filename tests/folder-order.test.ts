// The service's folders, from those that know none of the others up to those that know most. The
// files beside them are left out: some are known to all, and app.ts knows all.
import { describeFolderOrder } from './support/folder-order.ts'

describeFolderOrder('the folders of the service', new URL('../src/', import.meta.url), [
  ...['numbers', 'text', 'process'],
  ...['files', 'geometry', 'limits', 'threads', 'db'],
  ...['datasets', 'http', 'identity', 'audit', 'metrics', 'gate', 'login'],
  ...['norms', 'addresses', 'parcels', 'valuation', 'siteplan', 'reports', 'planner'],
  ...['delivery', 'open-forms', 'leads', 'pilot', 'support-messages'],
  ...['demo', 'settings', 'cli'],
])
