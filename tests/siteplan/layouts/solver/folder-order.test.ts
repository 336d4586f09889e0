// The solver's folders in the order of its work: each is built on those before it alone.
import { describeFolderOrder } from '../../../support/folder-order.ts'

describeFolderOrder(
  'the folders of the solver',
  new URL('../../../../src/siteplan/layouts/solver/', import.meta.url),
  ['frame', 'massing', 'ways', 'rules', 'ground', 'drawing', 'search'],
)
